import { type Conversion, converted } from '../../conversion.ts';
import type * as june from '../june.ts';
import type * as v1 from '../v1.ts';
import { setConfigOptionRequestToV1, setConfigOptionResponseToV1 } from './config-option.ts';
import { initializeRequestToV1, initializeResponseToV1 } from './initialize.ts';
import { requestPermissionRequestToV1, requestPermissionResponseToV1 } from './permission-option.ts';
import { promptRequestToV1, promptResponseToV1 } from './prompt.ts';
import {
  loadSessionRequestToV1,
  loadSessionResponseToV1,
  newSessionRequestToV1,
  newSessionResponseToV1,
  resumeSessionRequestToV1,
  resumeSessionResponseToV1,
} from './session-setup.ts';
import { sessionUpdateToV1 } from './session-update.ts';

type V1Requests = v1.AgentRequests & v1.ClientRequests;
type V2Requests = june.AgentRequests & june.ClientRequests;
type V2Notifications = june.AgentNotifications & june.ClientNotifications;

type RequestRules = {
  readonly [Method in keyof V2Requests]: {
    readonly params: (params: V2Requests[Method]['params']) => Conversion<V1Requests[Method]['params']>;
    readonly result: (result: V2Requests[Method]['result']) => Conversion<V1Requests[Method]['result']>;
  };
};

/** How the params and the result of each request of v2 become those of v1; a method without a rule does not compile. */
export const requestsToV1: RequestRules = {
  initialize: { params: initializeRequestToV1, result: initializeResponseToV1 },
  authenticate: { params: converted, result: converted },
  logout: { params: converted, result: converted },
  'session/new': { params: newSessionRequestToV1, result: newSessionResponseToV1 },
  'session/load': { params: loadSessionRequestToV1, result: loadSessionResponseToV1 },
  'session/resume': { params: resumeSessionRequestToV1, result: resumeSessionResponseToV1 },
  'session/list': { params: converted, result: converted },
  'session/delete': { params: converted, result: converted },
  'session/close': { params: converted, result: converted },
  'session/set_config_option': { params: setConfigOptionRequestToV1, result: setConfigOptionResponseToV1 },
  'session/prompt': { params: promptRequestToV1, result: promptResponseToV1 },
  'session/request_permission': { params: requestPermissionRequestToV1, result: requestPermissionResponseToV1 },
};

type NotificationRules = {
  readonly [Method in keyof V2Notifications]: (
    params: V2Notifications[Method]['params'],
  ) => Conversion<readonly object[]>;
};

/** How each notification of v2 becomes notifications of v1 with the same method. */
export const notificationsToV1: NotificationRules = {
  'session/cancel': (params) => converted([params]),
  'session/update': ({ update, ...rest }) => {
    const updates = sessionUpdateToV1(update);
    if (!updates.ok) return updates;
    return converted(
      updates.value.map((value) => ({ ...rest, update: value })),
      updates.losses,
    );
  },
};

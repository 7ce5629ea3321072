import { type Conversion, converted, type RefusalReason, refused } from '../../conversion.ts';
import type * as june from '../june.ts';
import type * as v1 from '../v1.ts';
import { setConfigOptionRequestToV2, setConfigOptionResponseToV2 } from './config-option.ts';
import { initializeRequestToV2, initializeResponseToV2 } from './initialize.ts';
import { requestPermissionRequestToV2, requestPermissionResponseToV2 } from './permission.ts';
import { promptRequestToV2, promptResponseToV2 } from './prompt.ts';
import {
  loadSessionRequestToV2,
  loadSessionResponseToV2,
  newSessionRequestToV2,
  newSessionResponseToV2,
  resumeSessionRequestToV2,
  resumeSessionResponseToV2,
} from './session-setup.ts';
import { sessionUpdateToV2 } from './session-update.ts';

type V1Requests = v1.AgentRequests & v1.ClientRequests;
type V1Notifications = v1.AgentNotifications & v1.ClientNotifications;
type V2Requests = june.AgentRequests & june.ClientRequests;

type RequestRules = {
  readonly [Method in keyof V1Requests]: {
    readonly params: (
      params: V1Requests[Method]['params'],
    ) => Conversion<Method extends keyof V2Requests ? V2Requests[Method]['params'] : never>;
    readonly result: (
      result: V1Requests[Method]['result'],
    ) => Conversion<Method extends keyof V2Requests ? V2Requests[Method]['result'] : never>;
  };
};

function absent(reason: RefusalReason) {
  const refuse = () => refused(reason, 'method');
  return { params: refuse, result: refuse };
}

/** How the params and the result of each request of v1 become those of v2; a method without a rule does not compile. */
export const requestsToV2: RequestRules = {
  initialize: { params: initializeRequestToV2, result: initializeResponseToV2 },
  authenticate: { params: converted, result: converted },
  logout: { params: converted, result: converted },
  'session/new': { params: newSessionRequestToV2, result: newSessionResponseToV2 },
  'session/load': { params: loadSessionRequestToV2, result: loadSessionResponseToV2 },
  'session/resume': { params: resumeSessionRequestToV2, result: resumeSessionResponseToV2 },
  'session/list': { params: converted, result: converted },
  'session/delete': { params: converted, result: converted },
  'session/close': { params: converted, result: converted },
  'session/set_mode': absent('set-mode'),
  'session/set_config_option': { params: setConfigOptionRequestToV2, result: setConfigOptionResponseToV2 },
  'session/prompt': { params: promptRequestToV2, result: promptResponseToV2 },
  'session/request_permission': { params: requestPermissionRequestToV2, result: requestPermissionResponseToV2 },
  'fs/read_text_file': absent('client-file-system'),
  'fs/write_text_file': absent('client-file-system'),
  'terminal/create': absent('client-terminal'),
  'terminal/output': absent('client-terminal'),
  'terminal/wait_for_exit': absent('client-terminal'),
  'terminal/kill': absent('client-terminal'),
  'terminal/release': absent('client-terminal'),
};

type NotificationRules = {
  readonly [Method in keyof V1Notifications]: (params: V1Notifications[Method]['params']) => Conversion<object>;
};

/** How each notification of v1 becomes a notification of v2 with the same method. */
export const notificationsToV2: NotificationRules = {
  'session/cancel': converted,
  'session/update': ({ update, ...rest }) => {
    const result = sessionUpdateToV2(update);
    return result.ok ? converted({ ...rest, update: result.value }, result.losses) : result;
  },
};

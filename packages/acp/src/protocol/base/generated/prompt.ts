// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { isMeta, isObject, type Meta } from '../../reading/guard.ts';
import { metaField } from '../../reading/meta.ts';
import { type TypeReader } from '../../reading/method.ts';
import { type RecordShape } from '../../reading/shape.ts';
import { SessionIdShape, type SessionId } from './session-setup.ts';

/** Asks the agent to end the running turn. */
export interface CancelNotification {
  /** The session. */
  readonly sessionId: SessionId;
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link CancelNotification}. */
export function isCancelNotification(value: unknown): value is CancelNotification {
  return isObject(value) &&
    typeof value.sessionId === 'string' &&
    isMeta(value._meta);
}

/** The shape of {@link CancelNotification}, as data. */
export const CancelNotificationShape: RecordShape = {
  is: 'record',
  fields: {
    sessionId: { of: SessionIdShape },
    _meta: metaField,
  },
};

/** Asks the agent to end the running turn. */
export const CancelNotification: TypeReader<CancelNotification> = {
  name: 'CancelNotification',
  is: isCancelNotification,
  decode: (value, reading) => decode(isCancelNotification, CancelNotificationShape, value, reading),
  shape: CancelNotificationShape,
};

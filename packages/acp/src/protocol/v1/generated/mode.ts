// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { isListOf, isMeta, isObject, type Meta } from '../../reading/guard.ts';
import { metaField } from '../../reading/meta.ts';
import { type TypeReader } from '../../reading/method.ts';
import { type RecordShape, type Shape } from '../../reading/shape.ts';
import { SessionIdShape, type SessionId } from '../../base/generated/session-setup.ts';

/** Names a mode of a session. */
export type SessionModeId = string;

/** Whether a value is a valid {@link SessionModeId}. */
export function isSessionModeId(value: unknown): value is SessionModeId {
  return typeof value === 'string';
}

/** The shape of {@link SessionModeId}, as data. */
export const SessionModeIdShape: Shape = { is: 'string', must: 'id' };

/** Names a mode of a session. */
export const SessionModeId: TypeReader<SessionModeId> = {
  name: 'SessionModeId',
  is: isSessionModeId,
  decode: (value, reading) => decode(isSessionModeId, SessionModeIdShape, value, reading),
  shape: SessionModeIdShape,
};

/** A way for the agent to behave. */
export interface SessionMode {
  /** The mode. */
  readonly id: SessionModeId;
  /** The label to show. */
  readonly name: string;
  /** What the agent does in it. */
  readonly description?: string | null;
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link SessionMode}. */
export function isSessionMode(value: unknown): value is SessionMode {
  return isObject(value) &&
    typeof value.id === 'string' &&
    typeof value.name === 'string' &&
    (value.description === undefined || value.description === null || typeof value.description === 'string') &&
    isMeta(value._meta);
}

/** The shape of {@link SessionMode}, as data. */
export const SessionModeShape: RecordShape = {
  is: 'record',
  fields: {
    id: { of: SessionModeIdShape },
    name: { of: { is: 'string' } },
    description: { of: { is: 'nullable', of: { is: 'string' } }, optional: true },
    _meta: metaField,
  },
};

/** A way for the agent to behave. */
export const SessionMode: TypeReader<SessionMode> = {
  name: 'SessionMode',
  is: isSessionMode,
  decode: (value, reading) => decode(isSessionMode, SessionModeShape, value, reading),
  shape: SessionModeShape,
};

/** The modes of a session and the one in force. */
export interface SessionModeState {
  /** The mode in force. */
  readonly currentModeId: SessionModeId;
  /** All modes. */
  readonly availableModes: readonly SessionMode[];
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link SessionModeState}. */
export function isSessionModeState(value: unknown): value is SessionModeState {
  return isObject(value) &&
    typeof value.currentModeId === 'string' &&
    isListOf(value.availableModes, isSessionMode) &&
    isMeta(value._meta);
}

/** The shape of {@link SessionModeState}, as data. */
export const SessionModeStateShape: RecordShape = {
  is: 'record',
  fields: {
    currentModeId: { of: SessionModeIdShape },
    availableModes: { of: { is: 'list', of: SessionModeShape }, lenient: true },
    _meta: metaField,
  },
};

/** The modes of a session and the one in force. */
export const SessionModeState: TypeReader<SessionModeState> = {
  name: 'SessionModeState',
  is: isSessionModeState,
  decode: (value, reading) => decode(isSessionModeState, SessionModeStateShape, value, reading),
  shape: SessionModeStateShape,
};

/** Changes the mode of a session. */
export interface SetSessionModeRequest {
  /** The session. */
  readonly sessionId: SessionId;
  /** The mode to change to. */
  readonly modeId: SessionModeId;
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link SetSessionModeRequest}. */
export function isSetSessionModeRequest(value: unknown): value is SetSessionModeRequest {
  return isObject(value) &&
    typeof value.sessionId === 'string' &&
    typeof value.modeId === 'string' &&
    isMeta(value._meta);
}

/** The shape of {@link SetSessionModeRequest}, as data. */
export const SetSessionModeRequestShape: RecordShape = {
  is: 'record',
  fields: {
    sessionId: { of: SessionIdShape },
    modeId: { of: SessionModeIdShape },
    _meta: metaField,
  },
};

/** Changes the mode of a session. */
export const SetSessionModeRequest: TypeReader<SetSessionModeRequest> = {
  name: 'SetSessionModeRequest',
  is: isSetSessionModeRequest,
  decode: (value, reading) => decode(isSetSessionModeRequest, SetSessionModeRequestShape, value, reading),
  shape: SetSessionModeRequestShape,
};

/** The mode has changed. */
export interface SetSessionModeResponse {
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link SetSessionModeResponse}. */
export function isSetSessionModeResponse(value: unknown): value is SetSessionModeResponse {
  return isObject(value) &&
    isMeta(value._meta);
}

/** The shape of {@link SetSessionModeResponse}, as data. */
export const SetSessionModeResponseShape: RecordShape = {
  is: 'record',
  fields: {
    _meta: metaField,
  },
};

/** The mode has changed. */
export const SetSessionModeResponse: TypeReader<SetSessionModeResponse> = {
  name: 'SetSessionModeResponse',
  is: isSetSessionModeResponse,
  decode: (value, reading) => decode(isSetSessionModeResponse, SetSessionModeResponseShape, value, reading),
  shape: SetSessionModeResponseShape,
};

/** The mode changed. */
export interface CurrentModeUpdate {
  /** The mode in force from now on. */
  readonly currentModeId: SessionModeId;
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link CurrentModeUpdate}. */
export function isCurrentModeUpdate(value: unknown): value is CurrentModeUpdate {
  return isObject(value) &&
    typeof value.currentModeId === 'string' &&
    isMeta(value._meta);
}

/** The shape of {@link CurrentModeUpdate}, as data. */
export const CurrentModeUpdateShape: RecordShape = {
  is: 'record',
  fields: {
    currentModeId: { of: SessionModeIdShape },
    _meta: metaField,
  },
};

/** The mode changed. */
export const CurrentModeUpdate: TypeReader<CurrentModeUpdate> = {
  name: 'CurrentModeUpdate',
  is: isCurrentModeUpdate,
  decode: (value, reading) => decode(isCurrentModeUpdate, CurrentModeUpdateShape, value, reading),
  shape: CurrentModeUpdateShape,
};

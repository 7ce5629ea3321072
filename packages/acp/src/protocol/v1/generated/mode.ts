// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { isListOf, isMeta, isObject, type Meta } from '../../reading/guard.ts';
import { lenientMetaField } from '../../reading/meta.ts';
import { type TypeReader } from '../../reading/method.ts';
import { type RecordShape, type Shape } from '../../reading/shape.ts';
import { SessionIdShape, type SessionId } from '../../base/generated/session-setup.ts';

/** Id of a session mode. */
export type SessionModeId = string;

/** Returns whether a value is a valid {@link SessionModeId}. */
export function isSessionModeId(value: unknown): value is SessionModeId {
  return typeof value === 'string';
}

/** The shape of {@link SessionModeId}, as data. */
export const SessionModeIdShape: Shape = { is: 'string', must: 'id' };

/** Id of a session mode. */
export const SessionModeId: TypeReader<SessionModeId> = {
  name: 'SessionModeId',
  is: isSessionModeId,
  decode: (value, reading) => decode(isSessionModeId, SessionModeIdShape, value, reading),
  shape: SessionModeIdShape,
};

/** A mode that the agent can work in. */
export interface SessionMode {
  /** Id of the mode. */
  readonly id: SessionModeId;
  /** Label to show. */
  readonly name: string;
  /** What the agent does in this mode. */
  readonly description?: string | null;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link SessionMode}. */
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
    description: { of: { is: 'nullable', of: { is: 'string' } }, optional: true, lenient: true },
    _meta: lenientMetaField,
  },
};

/** A mode that the agent can work in. */
export const SessionMode: TypeReader<SessionMode> = {
  name: 'SessionMode',
  is: isSessionMode,
  decode: (value, reading) => decode(isSessionMode, SessionModeShape, value, reading),
  shape: SessionModeShape,
};

/** The modes of a session and the current one. */
export interface SessionModeState {
  /** Id of the current mode. */
  readonly currentModeId: SessionModeId;
  /** All modes. */
  readonly availableModes: readonly SessionMode[];
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link SessionModeState}. */
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
    _meta: lenientMetaField,
  },
};

/** The modes of a session and the current one. */
export const SessionModeState: TypeReader<SessionModeState> = {
  name: 'SessionModeState',
  is: isSessionModeState,
  decode: (value, reading) => decode(isSessionModeState, SessionModeStateShape, value, reading),
  shape: SessionModeStateShape,
};

/** Changes the mode of a session. */
export interface SetSessionModeRequest {
  /** Id of the session. */
  readonly sessionId: SessionId;
  /** Id of the new mode. */
  readonly modeId: SessionModeId;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link SetSessionModeRequest}. */
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
    _meta: lenientMetaField,
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
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link SetSessionModeResponse}. */
export function isSetSessionModeResponse(value: unknown): value is SetSessionModeResponse {
  return isObject(value) &&
    isMeta(value._meta);
}

/** The shape of {@link SetSessionModeResponse}, as data. */
export const SetSessionModeResponseShape: RecordShape = {
  is: 'record',
  fields: {
    _meta: lenientMetaField,
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
  /** Id of the mode that is now current. */
  readonly currentModeId: SessionModeId;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link CurrentModeUpdate}. */
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
    _meta: lenientMetaField,
  },
};

/** The mode changed. */
export const CurrentModeUpdate: TypeReader<CurrentModeUpdate> = {
  name: 'CurrentModeUpdate',
  is: isCurrentModeUpdate,
  decode: (value, reading) => decode(isCurrentModeUpdate, CurrentModeUpdateShape, value, reading),
  shape: CurrentModeUpdateShape,
};

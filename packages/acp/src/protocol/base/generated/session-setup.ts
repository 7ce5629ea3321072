// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { isListOf, isMeta, isObject, isString, type Meta } from '../../reading/guard.ts';
import { metaField } from '../../reading/meta.ts';
import { type TypeReader } from '../../reading/method.ts';
import { type RecordShape, type Shape } from '../../reading/shape.ts';

/** Names a session of an agent. */
export type SessionId = string;

/** Whether a value is a valid {@link SessionId}. */
export function isSessionId(value: unknown): value is SessionId {
  return typeof value === 'string';
}

/** The shape of {@link SessionId}, as data. */
export const SessionIdShape: Shape = { is: 'string', must: 'id' };

/** Names a session of an agent. */
export const SessionId: TypeReader<SessionId> = {
  name: 'SessionId',
  is: isSessionId,
  decode: (value, reading) => decode(isSessionId, SessionIdShape, value, reading),
  shape: SessionIdShape,
};

/** Asks for a page of the sessions that the agent knows. */
export interface ListSessionsRequest {
  /** Only sessions of this working directory. */
  readonly cwd?: string | null;
  /** Where the page starts, as an earlier answer said; at the beginning if absent. */
  readonly cursor?: string | null;
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link ListSessionsRequest}. */
export function isListSessionsRequest(value: unknown): value is ListSessionsRequest {
  return isObject(value) &&
    (value.cwd === undefined || value.cwd === null || typeof value.cwd === 'string') &&
    (value.cursor === undefined || value.cursor === null || typeof value.cursor === 'string') &&
    isMeta(value._meta);
}

/** The shape of {@link ListSessionsRequest}, as data. */
export const ListSessionsRequestShape: RecordShape = {
  is: 'record',
  fields: {
    cwd: { of: { is: 'nullable', of: { is: 'string', must: 'path' } }, optional: true },
    cursor: { of: { is: 'nullable', of: { is: 'string' } }, optional: true },
    _meta: metaField,
  },
};

/** Asks for a page of the sessions that the agent knows. */
export const ListSessionsRequest: TypeReader<ListSessionsRequest> = {
  name: 'ListSessionsRequest',
  is: isListSessionsRequest,
  decode: (value, reading) => decode(isListSessionsRequest, ListSessionsRequestShape, value, reading),
  shape: ListSessionsRequestShape,
};

/** What a list says of a session. */
export interface SessionInfo {
  /** The session. */
  readonly sessionId: SessionId;
  /** The working directory, as an absolute path. */
  readonly cwd: string;
  /** Directories besides it that the session may use, as absolute paths. */
  readonly additionalDirectories?: readonly string[];
  /** Its title, for people. */
  readonly title?: string | null;
  /** When something last happened in it, as an ISO 8601 time. */
  readonly updatedAt?: string | null;
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link SessionInfo}. */
export function isSessionInfo(value: unknown): value is SessionInfo {
  return isObject(value) &&
    typeof value.sessionId === 'string' &&
    typeof value.cwd === 'string' &&
    (value.additionalDirectories === undefined || isListOf(value.additionalDirectories, isString)) &&
    (value.title === undefined || value.title === null || typeof value.title === 'string') &&
    (value.updatedAt === undefined || value.updatedAt === null || typeof value.updatedAt === 'string') &&
    isMeta(value._meta);
}

/** The shape of {@link SessionInfo}, as data. */
export const SessionInfoShape: RecordShape = {
  is: 'record',
  fields: {
    sessionId: { of: SessionIdShape },
    cwd: { of: { is: 'string', must: 'path' } },
    additionalDirectories: { of: { is: 'list', of: { is: 'string', must: 'path' } }, optional: true },
    title: { of: { is: 'nullable', of: { is: 'string' } }, optional: true, lenient: true },
    updatedAt: { of: { is: 'nullable', of: { is: 'string' } }, optional: true, lenient: true },
    _meta: metaField,
  },
};

/** What a list says of a session. */
export const SessionInfo: TypeReader<SessionInfo> = {
  name: 'SessionInfo',
  is: isSessionInfo,
  decode: (value, reading) => decode(isSessionInfo, SessionInfoShape, value, reading),
  shape: SessionInfoShape,
};

/** A page of sessions. */
export interface ListSessionsResponse {
  /** The sessions of the page. */
  readonly sessions: readonly SessionInfo[];
  /** Where the next page starts; there is none if absent. */
  readonly nextCursor?: string | null;
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link ListSessionsResponse}. */
export function isListSessionsResponse(value: unknown): value is ListSessionsResponse {
  return isObject(value) &&
    isListOf(value.sessions, isSessionInfo) &&
    (value.nextCursor === undefined || value.nextCursor === null || typeof value.nextCursor === 'string') &&
    isMeta(value._meta);
}

/** The shape of {@link ListSessionsResponse}, as data. */
export const ListSessionsResponseShape: RecordShape = {
  is: 'record',
  fields: {
    sessions: { of: { is: 'list', of: SessionInfoShape }, lenient: true },
    nextCursor: { of: { is: 'nullable', of: { is: 'string' } }, optional: true },
    _meta: metaField,
  },
};

/** A page of sessions. */
export const ListSessionsResponse: TypeReader<ListSessionsResponse> = {
  name: 'ListSessionsResponse',
  is: isListSessionsResponse,
  decode: (value, reading) => decode(isListSessionsResponse, ListSessionsResponseShape, value, reading),
  shape: ListSessionsResponseShape,
};

/** Deletes a session for good. */
export interface DeleteSessionRequest {
  /** The session. */
  readonly sessionId: SessionId;
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link DeleteSessionRequest}. */
export function isDeleteSessionRequest(value: unknown): value is DeleteSessionRequest {
  return isObject(value) &&
    typeof value.sessionId === 'string' &&
    isMeta(value._meta);
}

/** The shape of {@link DeleteSessionRequest}, as data. */
export const DeleteSessionRequestShape: RecordShape = {
  is: 'record',
  fields: {
    sessionId: { of: SessionIdShape },
    _meta: metaField,
  },
};

/** Deletes a session for good. */
export const DeleteSessionRequest: TypeReader<DeleteSessionRequest> = {
  name: 'DeleteSessionRequest',
  is: isDeleteSessionRequest,
  decode: (value, reading) => decode(isDeleteSessionRequest, DeleteSessionRequestShape, value, reading),
  shape: DeleteSessionRequestShape,
};

/** The session is deleted, or was not there. */
export interface DeleteSessionResponse {
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link DeleteSessionResponse}. */
export function isDeleteSessionResponse(value: unknown): value is DeleteSessionResponse {
  return isObject(value) &&
    isMeta(value._meta);
}

/** The shape of {@link DeleteSessionResponse}, as data. */
export const DeleteSessionResponseShape: RecordShape = {
  is: 'record',
  fields: {
    _meta: metaField,
  },
};

/** The session is deleted, or was not there. */
export const DeleteSessionResponse: TypeReader<DeleteSessionResponse> = {
  name: 'DeleteSessionResponse',
  is: isDeleteSessionResponse,
  decode: (value, reading) => decode(isDeleteSessionResponse, DeleteSessionResponseShape, value, reading),
  shape: DeleteSessionResponseShape,
};

/** Ends the work of a session and frees what it uses. */
export interface CloseSessionRequest {
  /** The session. */
  readonly sessionId: SessionId;
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link CloseSessionRequest}. */
export function isCloseSessionRequest(value: unknown): value is CloseSessionRequest {
  return isObject(value) &&
    typeof value.sessionId === 'string' &&
    isMeta(value._meta);
}

/** The shape of {@link CloseSessionRequest}, as data. */
export const CloseSessionRequestShape: RecordShape = {
  is: 'record',
  fields: {
    sessionId: { of: SessionIdShape },
    _meta: metaField,
  },
};

/** Ends the work of a session and frees what it uses. */
export const CloseSessionRequest: TypeReader<CloseSessionRequest> = {
  name: 'CloseSessionRequest',
  is: isCloseSessionRequest,
  decode: (value, reading) => decode(isCloseSessionRequest, CloseSessionRequestShape, value, reading),
  shape: CloseSessionRequestShape,
};

/** The session is closed. */
export interface CloseSessionResponse {
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link CloseSessionResponse}. */
export function isCloseSessionResponse(value: unknown): value is CloseSessionResponse {
  return isObject(value) &&
    isMeta(value._meta);
}

/** The shape of {@link CloseSessionResponse}, as data. */
export const CloseSessionResponseShape: RecordShape = {
  is: 'record',
  fields: {
    _meta: metaField,
  },
};

/** The session is closed. */
export const CloseSessionResponse: TypeReader<CloseSessionResponse> = {
  name: 'CloseSessionResponse',
  is: isCloseSessionResponse,
  decode: (value, reading) => decode(isCloseSessionResponse, CloseSessionResponseShape, value, reading),
  shape: CloseSessionResponseShape,
};

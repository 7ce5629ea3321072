// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { isListOf, isMeta, isObject, type Meta } from '../../reading/guard.ts';
import { type OfLaterDraft } from '../../reading/later-draft.ts';
import { lenientMetaField } from '../../reading/meta.ts';
import { type TypeReader } from '../../reading/method.ts';
import { type RecordShape, type Shape, type TaggedShape } from '../../reading/shape.ts';
import { SessionIdShape, type SessionId } from '../../base/generated/session-setup.ts';
import { isAvailableCommand, AvailableCommandShape, type AvailableCommand } from './command.ts';
import { isSessionConfigOption, SessionConfigOptionShape, type SessionConfigOption } from './config-option.ts';
import { isMcpServer, McpServerShape, type McpServer } from './mcp.ts';
import { isAbsolutePath, AbsolutePathShape, type AbsolutePath } from './path.ts';
export {
  SessionId,
} from '../../base/generated/session-setup.ts';

/** Starts a session. */
export interface NewSessionRequest {
  /** Working directory. */
  readonly cwd: AbsolutePath;
  /** Additional directories that the session may use. */
  readonly additionalDirectories?: readonly AbsolutePath[];
  /** MCP servers to connect to. */
  readonly mcpServers?: readonly McpServer[];
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link NewSessionRequest}. */
export function isNewSessionRequest(value: unknown): value is NewSessionRequest {
  return isObject(value) &&
    typeof value.cwd === 'string' &&
    (value.additionalDirectories === undefined || isListOf(value.additionalDirectories, isAbsolutePath)) &&
    (value.mcpServers === undefined || isListOf(value.mcpServers, isMcpServer)) &&
    isMeta(value._meta);
}

/** The shape of {@link NewSessionRequest}, as data. */
export const NewSessionRequestShape: RecordShape = {
  is: 'record',
  fields: {
    cwd: { of: AbsolutePathShape },
    additionalDirectories: { of: { is: 'list', of: AbsolutePathShape }, optional: true, lenient: 'null' },
    mcpServers: { of: { is: 'list', of: McpServerShape }, optional: true, lenient: 'null' },
    _meta: lenientMetaField,
  },
};

/** Starts a session. */
export const NewSessionRequest: TypeReader<NewSessionRequest> = {
  name: 'NewSessionRequest',
  is: isNewSessionRequest,
  decode: (value, reading) => decode(isNewSessionRequest, NewSessionRequestShape, value, reading),
  shape: NewSessionRequestShape,
};

/** Replays the whole history. */
export interface ReplayFromStart {
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link ReplayFromStart}. */
export function isReplayFromStart(value: unknown): value is ReplayFromStart {
  return isObject(value) &&
    isMeta(value._meta);
}

/** The shape of {@link ReplayFromStart}, as data. */
export const ReplayFromStartShape: RecordShape = {
  is: 'record',
  fields: {
    _meta: lenientMetaField,
  },
};

/** Replays the whole history. */
export const ReplayFromStart: TypeReader<ReplayFromStart> = {
  name: 'ReplayFromStart',
  is: isReplayFromStart,
  decode: (value, reading) => decode(isReplayFromStart, ReplayFromStartShape, value, reading),
  shape: ReplayFromStartShape,
};

/** The variants of {@link ReplayFrom} that the protocol defines. */
export type KnownReplayFrom =
  | ({ readonly type: 'start' } & ReplayFromStart);

/** Any other variant of {@link ReplayFrom}: an extension if its tag begins with `_`, otherwise a variant of a later draft. */
export type UnknownReplayFrom =
  | ({
      readonly type: `_${string}`;
      readonly [key: string]: unknown;
    })
  | (OfLaterDraft & {
      readonly type: string;
      readonly [key: string]: unknown;
    });

/** Which part of the history to replay. */
export type ReplayFrom = KnownReplayFrom | UnknownReplayFrom;

/** Returns whether the protocol defines this variant; `false` for an extension or a variant of a later draft. */
export function isKnownReplayFrom(value: ReplayFrom): value is KnownReplayFrom {
  return value.type === 'start';
}

/** Returns whether a value is a valid {@link ReplayFrom}. */
export function isReplayFrom(value: unknown): value is ReplayFrom {
  if (!isObject(value)) return false;
  switch (value.type) {
    case 'start':
      return isReplayFromStart(value);
    default:
      return typeof value.type === 'string';
  }
}

/** The shape of {@link ReplayFrom}, as data. */
export const ReplayFromShape: TaggedShape = {
  is: 'tagged',
  tag: 'type',
  variants: {
    start: ReplayFromStartShape,
  },
  rest: { is: 'record', fields: {} },
};

/** Which part of the history to replay. */
export const ReplayFrom: TypeReader<ReplayFrom> = {
  name: 'ReplayFrom',
  is: isReplayFrom,
  decode: (value, reading) => decode(isReplayFrom, ReplayFromShape, value, reading),
  shape: ReplayFromShape,
};

/** Continues an earlier session. */
export interface ResumeSessionRequest {
  /** Id of the session. */
  readonly sessionId: SessionId;
  /** Working directory. */
  readonly cwd: AbsolutePath;
  /** Additional directories that the session may use. */
  readonly additionalDirectories?: readonly AbsolutePath[];
  /** MCP servers to connect to. */
  readonly mcpServers?: readonly McpServer[];
  /** Which part of the history to replay. Nothing if absent. */
  readonly replayFrom?: ReplayFrom | null;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link ResumeSessionRequest}. */
export function isResumeSessionRequest(value: unknown): value is ResumeSessionRequest {
  return isObject(value) &&
    typeof value.sessionId === 'string' &&
    typeof value.cwd === 'string' &&
    (value.additionalDirectories === undefined || isListOf(value.additionalDirectories, isAbsolutePath)) &&
    (value.mcpServers === undefined || isListOf(value.mcpServers, isMcpServer)) &&
    (value.replayFrom === undefined || value.replayFrom === null || isReplayFrom(value.replayFrom)) &&
    isMeta(value._meta);
}

/** The shape of {@link ResumeSessionRequest}, as data. */
export const ResumeSessionRequestShape: RecordShape = {
  is: 'record',
  fields: {
    sessionId: { of: SessionIdShape },
    cwd: { of: AbsolutePathShape },
    additionalDirectories: { of: { is: 'list', of: AbsolutePathShape }, optional: true, lenient: 'null' },
    mcpServers: { of: { is: 'list', of: McpServerShape }, optional: true, lenient: 'null' },
    replayFrom: { of: { is: 'nullable', of: ReplayFromShape }, optional: true },
    _meta: lenientMetaField,
  },
};

/** Continues an earlier session. */
export const ResumeSessionRequest: TypeReader<ResumeSessionRequest> = {
  name: 'ResumeSessionRequest',
  is: isResumeSessionRequest,
  decode: (value, reading) => decode(isResumeSessionRequest, ResumeSessionRequestShape, value, reading),
  shape: ResumeSessionRequestShape,
};

/** A place in the list of sessions. */
export type SessionListCursor = string;

/** Returns whether a value is a valid {@link SessionListCursor}. */
export function isSessionListCursor(value: unknown): value is SessionListCursor {
  return typeof value === 'string';
}

/** The shape of {@link SessionListCursor}, as data. */
export const SessionListCursorShape: Shape = { is: 'string' };

/** A place in the list of sessions. */
export const SessionListCursor: TypeReader<SessionListCursor> = {
  name: 'SessionListCursor',
  is: isSessionListCursor,
  decode: (value, reading) => decode(isSessionListCursor, SessionListCursorShape, value, reading),
  shape: SessionListCursorShape,
};

/** Requests a page of the sessions that the agent knows. */
export interface ListSessionsRequest {
  /** Only sessions with this working directory. */
  readonly cwd?: AbsolutePath | null;
  /** Where the page starts, from an earlier answer. The first page if absent. */
  readonly cursor?: SessionListCursor | null;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link ListSessionsRequest}. */
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
    cwd: { of: { is: 'nullable', of: AbsolutePathShape }, optional: true },
    cursor: { of: { is: 'nullable', of: SessionListCursorShape }, optional: true },
    _meta: lenientMetaField,
  },
};

/** Requests a page of the sessions that the agent knows. */
export const ListSessionsRequest: TypeReader<ListSessionsRequest> = {
  name: 'ListSessionsRequest',
  is: isListSessionsRequest,
  decode: (value, reading) => decode(isListSessionsRequest, ListSessionsRequestShape, value, reading),
  shape: ListSessionsRequestShape,
};

/** An entry in a list of sessions. */
export interface SessionInfo {
  /** Id of the session. */
  readonly sessionId: SessionId;
  /** Working directory. */
  readonly cwd: AbsolutePath;
  /** Additional directories that the session may use. */
  readonly additionalDirectories?: readonly AbsolutePath[];
  /** Title to show. */
  readonly title?: string | null;
  /** Time of the last activity, in ISO 8601. */
  readonly updatedAt?: string | null;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link SessionInfo}. */
export function isSessionInfo(value: unknown): value is SessionInfo {
  return isObject(value) &&
    typeof value.sessionId === 'string' &&
    typeof value.cwd === 'string' &&
    (value.additionalDirectories === undefined || isListOf(value.additionalDirectories, isAbsolutePath)) &&
    (value.title === undefined || value.title === null || typeof value.title === 'string') &&
    (value.updatedAt === undefined || value.updatedAt === null || typeof value.updatedAt === 'string') &&
    isMeta(value._meta);
}

/** The shape of {@link SessionInfo}, as data. */
export const SessionInfoShape: RecordShape = {
  is: 'record',
  fields: {
    sessionId: { of: SessionIdShape },
    cwd: { of: AbsolutePathShape },
    additionalDirectories: { of: { is: 'list', of: AbsolutePathShape }, optional: true, lenient: 'null' },
    title: { of: { is: 'nullable', of: { is: 'string' } }, optional: true, lenient: true },
    updatedAt: { of: { is: 'nullable', of: { is: 'string', must: 'time' } }, optional: true, lenient: true },
    _meta: lenientMetaField,
  },
};

/** An entry in a list of sessions. */
export const SessionInfo: TypeReader<SessionInfo> = {
  name: 'SessionInfo',
  is: isSessionInfo,
  decode: (value, reading) => decode(isSessionInfo, SessionInfoShape, value, reading),
  shape: SessionInfoShape,
};

/** A page of sessions. */
export interface ListSessionsResponse {
  /** Sessions of the page. */
  readonly sessions: readonly SessionInfo[];
  /** Where the next page starts. Absent on the last page. */
  readonly nextCursor?: SessionListCursor | null;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link ListSessionsResponse}. */
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
    nextCursor: { of: { is: 'nullable', of: SessionListCursorShape }, optional: true },
    _meta: lenientMetaField,
  },
};

/** A page of sessions. */
export const ListSessionsResponse: TypeReader<ListSessionsResponse> = {
  name: 'ListSessionsResponse',
  is: isListSessionsResponse,
  decode: (value, reading) => decode(isListSessionsResponse, ListSessionsResponseShape, value, reading),
  shape: ListSessionsResponseShape,
};

/** Deletes a session. */
export interface DeleteSessionRequest {
  /** Id of the session. */
  readonly sessionId: SessionId;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link DeleteSessionRequest}. */
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
    _meta: lenientMetaField,
  },
};

/** Deletes a session. */
export const DeleteSessionRequest: TypeReader<DeleteSessionRequest> = {
  name: 'DeleteSessionRequest',
  is: isDeleteSessionRequest,
  decode: (value, reading) => decode(isDeleteSessionRequest, DeleteSessionRequestShape, value, reading),
  shape: DeleteSessionRequestShape,
};

/** The session is deleted, or did not exist. */
export interface DeleteSessionResponse {
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link DeleteSessionResponse}. */
export function isDeleteSessionResponse(value: unknown): value is DeleteSessionResponse {
  return isObject(value) &&
    isMeta(value._meta);
}

/** The shape of {@link DeleteSessionResponse}, as data. */
export const DeleteSessionResponseShape: RecordShape = {
  is: 'record',
  fields: {
    _meta: lenientMetaField,
  },
};

/** The session is deleted, or did not exist. */
export const DeleteSessionResponse: TypeReader<DeleteSessionResponse> = {
  name: 'DeleteSessionResponse',
  is: isDeleteSessionResponse,
  decode: (value, reading) => decode(isDeleteSessionResponse, DeleteSessionResponseShape, value, reading),
  shape: DeleteSessionResponseShape,
};

/** Ends the work of a session and frees its resources. */
export interface CloseSessionRequest {
  /** Id of the session. */
  readonly sessionId: SessionId;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link CloseSessionRequest}. */
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
    _meta: lenientMetaField,
  },
};

/** Ends the work of a session and frees its resources. */
export const CloseSessionRequest: TypeReader<CloseSessionRequest> = {
  name: 'CloseSessionRequest',
  is: isCloseSessionRequest,
  decode: (value, reading) => decode(isCloseSessionRequest, CloseSessionRequestShape, value, reading),
  shape: CloseSessionRequestShape,
};

/** The session is closed. */
export interface CloseSessionResponse {
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link CloseSessionResponse}. */
export function isCloseSessionResponse(value: unknown): value is CloseSessionResponse {
  return isObject(value) &&
    isMeta(value._meta);
}

/** The shape of {@link CloseSessionResponse}, as data. */
export const CloseSessionResponseShape: RecordShape = {
  is: 'record',
  fields: {
    _meta: lenientMetaField,
  },
};

/** The session is closed. */
export const CloseSessionResponse: TypeReader<CloseSessionResponse> = {
  name: 'CloseSessionResponse',
  is: isCloseSessionResponse,
  decode: (value, reading) => decode(isCloseSessionResponse, CloseSessionResponseShape, value, reading),
  shape: CloseSessionResponseShape,
};

/** The session has started. */
export interface NewSessionResponse {
  /** Id of the session. */
  readonly sessionId: SessionId;
  /** Configuration options with their values. */
  readonly configOptions?: readonly SessionConfigOption[];
  /** Commands that are available. */
  readonly availableCommands?: readonly AvailableCommand[];
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link NewSessionResponse}. */
export function isNewSessionResponse(value: unknown): value is NewSessionResponse {
  return isObject(value) &&
    typeof value.sessionId === 'string' &&
    (value.configOptions === undefined || isListOf(value.configOptions, isSessionConfigOption)) &&
    (value.availableCommands === undefined || isListOf(value.availableCommands, isAvailableCommand)) &&
    isMeta(value._meta);
}

/** The shape of {@link NewSessionResponse}, as data. */
export const NewSessionResponseShape: RecordShape = {
  is: 'record',
  fields: {
    sessionId: { of: SessionIdShape },
    configOptions: { of: { is: 'list', of: SessionConfigOptionShape }, optional: true, lenient: true },
    availableCommands: { of: { is: 'list', of: AvailableCommandShape }, optional: true, lenient: true },
    _meta: lenientMetaField,
  },
};

/** The session has started. */
export const NewSessionResponse: TypeReader<NewSessionResponse> = {
  name: 'NewSessionResponse',
  is: isNewSessionResponse,
  decode: (value, reading) => decode(isNewSessionResponse, NewSessionResponseShape, value, reading),
  shape: NewSessionResponseShape,
};

/** The session is ready to continue. */
export interface ResumeSessionResponse {
  /** Configuration options with their values. */
  readonly configOptions?: readonly SessionConfigOption[];
  /** Commands that are available. */
  readonly availableCommands?: readonly AvailableCommand[];
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link ResumeSessionResponse}. */
export function isResumeSessionResponse(value: unknown): value is ResumeSessionResponse {
  return isObject(value) &&
    (value.configOptions === undefined || isListOf(value.configOptions, isSessionConfigOption)) &&
    (value.availableCommands === undefined || isListOf(value.availableCommands, isAvailableCommand)) &&
    isMeta(value._meta);
}

/** The shape of {@link ResumeSessionResponse}, as data. */
export const ResumeSessionResponseShape: RecordShape = {
  is: 'record',
  fields: {
    configOptions: { of: { is: 'list', of: SessionConfigOptionShape }, optional: true, lenient: true },
    availableCommands: { of: { is: 'list', of: AvailableCommandShape }, optional: true, lenient: true },
    _meta: lenientMetaField,
  },
};

/** The session is ready to continue. */
export const ResumeSessionResponse: TypeReader<ResumeSessionResponse> = {
  name: 'ResumeSessionResponse',
  is: isResumeSessionResponse,
  decode: (value, reading) => decode(isResumeSessionResponse, ResumeSessionResponseShape, value, reading),
  shape: ResumeSessionResponseShape,
};

// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { isListOf, isMeta, isObject, isString, type Meta } from '../../reading/guard.ts';
import { metaField } from '../../reading/meta.ts';
import { type TypeReader } from '../../reading/method.ts';
import { type RecordShape } from '../../reading/shape.ts';
import {
  isSessionConfigOption,
  SessionConfigOptionShape,
  type SessionConfigOption,
} from '../../base/generated/config-option.ts';
import { SessionIdShape, type SessionId } from '../../base/generated/session-setup.ts';
import { isMcpServer, McpServerShape, type McpServer } from './mcp.ts';
export {
  SessionId,
  ListSessionsRequest,
  SessionInfo,
  ListSessionsResponse,
  DeleteSessionRequest,
  DeleteSessionResponse,
  CloseSessionRequest,
  CloseSessionResponse,
} from '../../base/generated/session-setup.ts';

/** Starts a session. */
export interface NewSessionRequest {
  /** Working directory, as an absolute path. */
  readonly cwd: string;
  /** Additional directories that the session may use, as absolute paths. */
  readonly additionalDirectories?: readonly string[];
  /** MCP servers to connect to. */
  readonly mcpServers: readonly McpServer[];
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link NewSessionRequest}. */
export function isNewSessionRequest(value: unknown): value is NewSessionRequest {
  return isObject(value) &&
    typeof value.cwd === 'string' &&
    (value.additionalDirectories === undefined || isListOf(value.additionalDirectories, isString)) &&
    isListOf(value.mcpServers, isMcpServer) &&
    isMeta(value._meta);
}

/** The shape of {@link NewSessionRequest}, as data. */
export const NewSessionRequestShape: RecordShape = {
  is: 'record',
  fields: {
    cwd: { of: { is: 'string', must: 'path' } },
    additionalDirectories: { of: { is: 'list', of: { is: 'string', must: 'path' } }, optional: true },
    mcpServers: { of: { is: 'list', of: McpServerShape } },
    _meta: metaField,
  },
};

/** Starts a session. */
export const NewSessionRequest: TypeReader<NewSessionRequest> = {
  name: 'NewSessionRequest',
  is: isNewSessionRequest,
  decode: (value, reading) => decode(isNewSessionRequest, NewSessionRequestShape, value, reading),
  shape: NewSessionRequestShape,
};

/** Continues an earlier session and replays its history. */
export interface LoadSessionRequest {
  /** MCP servers to connect to. */
  readonly mcpServers: readonly McpServer[];
  /** Working directory, as an absolute path. */
  readonly cwd: string;
  /** Additional directories that the session may use, as absolute paths. */
  readonly additionalDirectories?: readonly string[];
  /** Id of the session. */
  readonly sessionId: SessionId;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link LoadSessionRequest}. */
export function isLoadSessionRequest(value: unknown): value is LoadSessionRequest {
  return isObject(value) &&
    isListOf(value.mcpServers, isMcpServer) &&
    typeof value.cwd === 'string' &&
    (value.additionalDirectories === undefined || isListOf(value.additionalDirectories, isString)) &&
    typeof value.sessionId === 'string' &&
    isMeta(value._meta);
}

/** The shape of {@link LoadSessionRequest}, as data. */
export const LoadSessionRequestShape: RecordShape = {
  is: 'record',
  fields: {
    mcpServers: { of: { is: 'list', of: McpServerShape } },
    cwd: { of: { is: 'string', must: 'path' } },
    additionalDirectories: { of: { is: 'list', of: { is: 'string', must: 'path' } }, optional: true },
    sessionId: { of: SessionIdShape },
    _meta: metaField,
  },
};

/** Continues an earlier session and replays its history. */
export const LoadSessionRequest: TypeReader<LoadSessionRequest> = {
  name: 'LoadSessionRequest',
  is: isLoadSessionRequest,
  decode: (value, reading) => decode(isLoadSessionRequest, LoadSessionRequestShape, value, reading),
  shape: LoadSessionRequestShape,
};

/** Continues an earlier session without replaying its history. */
export interface ResumeSessionRequest {
  /** Id of the session. */
  readonly sessionId: SessionId;
  /** Working directory, as an absolute path. */
  readonly cwd: string;
  /** Additional directories that the session may use, as absolute paths. */
  readonly additionalDirectories?: readonly string[];
  /** MCP servers to connect to. */
  readonly mcpServers?: readonly McpServer[];
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link ResumeSessionRequest}. */
export function isResumeSessionRequest(value: unknown): value is ResumeSessionRequest {
  return isObject(value) &&
    typeof value.sessionId === 'string' &&
    typeof value.cwd === 'string' &&
    (value.additionalDirectories === undefined || isListOf(value.additionalDirectories, isString)) &&
    (value.mcpServers === undefined || isListOf(value.mcpServers, isMcpServer)) &&
    isMeta(value._meta);
}

/** The shape of {@link ResumeSessionRequest}, as data. */
export const ResumeSessionRequestShape: RecordShape = {
  is: 'record',
  fields: {
    sessionId: { of: SessionIdShape },
    cwd: { of: { is: 'string', must: 'path' } },
    additionalDirectories: { of: { is: 'list', of: { is: 'string', must: 'path' } }, optional: true },
    mcpServers: { of: { is: 'list', of: McpServerShape }, optional: true },
    _meta: metaField,
  },
};

/** Continues an earlier session without replaying its history. */
export const ResumeSessionRequest: TypeReader<ResumeSessionRequest> = {
  name: 'ResumeSessionRequest',
  is: isResumeSessionRequest,
  decode: (value, reading) => decode(isResumeSessionRequest, ResumeSessionRequestShape, value, reading),
  shape: ResumeSessionRequestShape,
};

/** The session has started. */
export interface NewSessionResponse {
  /** Id of the new session. */
  readonly sessionId: SessionId;
  /** Configuration options with their values. */
  readonly configOptions?: readonly SessionConfigOption[] | null;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link NewSessionResponse}. */
export function isNewSessionResponse(value: unknown): value is NewSessionResponse {
  return isObject(value) &&
    typeof value.sessionId === 'string' &&
    (value.configOptions === undefined || value.configOptions === null || isListOf(value.configOptions, isSessionConfigOption)) &&
    isMeta(value._meta);
}

/** The shape of {@link NewSessionResponse}, as data. */
export const NewSessionResponseShape: RecordShape = {
  is: 'record',
  fields: {
    sessionId: { of: SessionIdShape },
    configOptions: { of: { is: 'nullable', of: { is: 'list', of: SessionConfigOptionShape } }, optional: true, lenient: true },
    _meta: metaField,
  },
};

/** The session has started. */
export const NewSessionResponse: TypeReader<NewSessionResponse> = {
  name: 'NewSessionResponse',
  is: isNewSessionResponse,
  decode: (value, reading) => decode(isNewSessionResponse, NewSessionResponseShape, value, reading),
  shape: NewSessionResponseShape,
};

/** The session is loaded and its history has been replayed. */
export interface LoadSessionResponse {
  /** Configuration options with their values. */
  readonly configOptions?: readonly SessionConfigOption[] | null;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link LoadSessionResponse}. */
export function isLoadSessionResponse(value: unknown): value is LoadSessionResponse {
  return isObject(value) &&
    (value.configOptions === undefined || value.configOptions === null || isListOf(value.configOptions, isSessionConfigOption)) &&
    isMeta(value._meta);
}

/** The shape of {@link LoadSessionResponse}, as data. */
export const LoadSessionResponseShape: RecordShape = {
  is: 'record',
  fields: {
    configOptions: { of: { is: 'nullable', of: { is: 'list', of: SessionConfigOptionShape } }, optional: true, lenient: true },
    _meta: metaField,
  },
};

/** The session is loaded and its history has been replayed. */
export const LoadSessionResponse: TypeReader<LoadSessionResponse> = {
  name: 'LoadSessionResponse',
  is: isLoadSessionResponse,
  decode: (value, reading) => decode(isLoadSessionResponse, LoadSessionResponseShape, value, reading),
  shape: LoadSessionResponseShape,
};

/** The session is ready to continue. */
export interface ResumeSessionResponse {
  /** Configuration options with their values. */
  readonly configOptions?: readonly SessionConfigOption[] | null;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link ResumeSessionResponse}. */
export function isResumeSessionResponse(value: unknown): value is ResumeSessionResponse {
  return isObject(value) &&
    (value.configOptions === undefined || value.configOptions === null || isListOf(value.configOptions, isSessionConfigOption)) &&
    isMeta(value._meta);
}

/** The shape of {@link ResumeSessionResponse}, as data. */
export const ResumeSessionResponseShape: RecordShape = {
  is: 'record',
  fields: {
    configOptions: { of: { is: 'nullable', of: { is: 'list', of: SessionConfigOptionShape } }, optional: true, lenient: true },
    _meta: metaField,
  },
};

/** The session is ready to continue. */
export const ResumeSessionResponse: TypeReader<ResumeSessionResponse> = {
  name: 'ResumeSessionResponse',
  is: isResumeSessionResponse,
  decode: (value, reading) => decode(isResumeSessionResponse, ResumeSessionResponseShape, value, reading),
  shape: ResumeSessionResponseShape,
};

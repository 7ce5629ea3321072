// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { isInteger, isListOf, isMeta, isObject, type Meta } from '../../reading/guard.ts';
import { metaField } from '../../reading/meta.ts';
import { type TypeReader } from '../../reading/method.ts';
import { type RecordShape } from '../../reading/shape.ts';
import {
  isAgentAuthCapabilities,
  AgentAuthCapabilitiesShape,
  type AgentAuthCapabilities,
} from '../../base/generated/authentication.ts';
import {
  isSessionListCapabilities,
  SessionListCapabilitiesShape,
  type SessionListCapabilities,
  isSessionDeleteCapabilities,
  SessionDeleteCapabilitiesShape,
  type SessionDeleteCapabilities,
  isSessionAdditionalDirectoriesCapabilities,
  SessionAdditionalDirectoriesCapabilitiesShape,
  type SessionAdditionalDirectoriesCapabilities,
  isSessionResumeCapabilities,
  SessionResumeCapabilitiesShape,
  type SessionResumeCapabilities,
  isSessionCloseCapabilities,
  SessionCloseCapabilitiesShape,
  type SessionCloseCapabilities,
  ProtocolVersionShape,
  type ProtocolVersion,
  isImplementation,
  ImplementationShape,
  type Implementation,
} from '../../base/generated/initialize.ts';
import { isAuthMethod, AuthMethodShape, type AuthMethod } from './authentication.ts';
export {
  ProtocolVersion,
  Implementation,
  SessionListCapabilities,
  SessionDeleteCapabilities,
  SessionAdditionalDirectoriesCapabilities,
  SessionResumeCapabilities,
  SessionCloseCapabilities,
} from '../../base/generated/initialize.ts';

/** What a prompt may contain besides text and links. */
export interface PromptCapabilities {
  /** Whether a prompt may contain images. */
  readonly image?: boolean;
  /** Whether a prompt may contain audio. */
  readonly audio?: boolean;
  /** Whether a prompt may contain embedded resources. */
  readonly embeddedContext?: boolean;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link PromptCapabilities}. */
export function isPromptCapabilities(value: unknown): value is PromptCapabilities {
  return isObject(value) &&
    (value.image === undefined || typeof value.image === 'boolean') &&
    (value.audio === undefined || typeof value.audio === 'boolean') &&
    (value.embeddedContext === undefined || typeof value.embeddedContext === 'boolean') &&
    isMeta(value._meta);
}

/** The shape of {@link PromptCapabilities}, as data. */
export const PromptCapabilitiesShape: RecordShape = {
  is: 'record',
  fields: {
    image: { of: { is: 'boolean' }, optional: true },
    audio: { of: { is: 'boolean' }, optional: true },
    embeddedContext: { of: { is: 'boolean' }, optional: true },
    _meta: metaField,
  },
};

/** What a prompt may contain besides text and links. */
export const PromptCapabilities: TypeReader<PromptCapabilities> = {
  name: 'PromptCapabilities',
  is: isPromptCapabilities,
  decode: (value, reading) => decode(isPromptCapabilities, PromptCapabilitiesShape, value, reading),
  shape: PromptCapabilitiesShape,
};

/** MCP transports that the agent supports besides stdio. */
export interface McpCapabilities {
  /** Whether the agent supports HTTP servers. */
  readonly http?: boolean;
  /** Whether the agent supports SSE servers. */
  readonly sse?: boolean;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link McpCapabilities}. */
export function isMcpCapabilities(value: unknown): value is McpCapabilities {
  return isObject(value) &&
    (value.http === undefined || typeof value.http === 'boolean') &&
    (value.sse === undefined || typeof value.sse === 'boolean') &&
    isMeta(value._meta);
}

/** The shape of {@link McpCapabilities}, as data. */
export const McpCapabilitiesShape: RecordShape = {
  is: 'record',
  fields: {
    http: { of: { is: 'boolean' }, optional: true },
    sse: { of: { is: 'boolean' }, optional: true },
    _meta: metaField,
  },
};

/** MCP transports that the agent supports besides stdio. */
export const McpCapabilities: TypeReader<McpCapabilities> = {
  name: 'McpCapabilities',
  is: isMcpCapabilities,
  decode: (value, reading) => decode(isMcpCapabilities, McpCapabilitiesShape, value, reading),
  shape: McpCapabilitiesShape,
};

/** File requests that the client supports. */
export interface FileSystemCapabilities {
  /** Whether the client supports `fs/read_text_file`. */
  readonly readTextFile?: boolean;
  /** Whether the client supports `fs/write_text_file`. */
  readonly writeTextFile?: boolean;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link FileSystemCapabilities}. */
export function isFileSystemCapabilities(value: unknown): value is FileSystemCapabilities {
  return isObject(value) &&
    (value.readTextFile === undefined || typeof value.readTextFile === 'boolean') &&
    (value.writeTextFile === undefined || typeof value.writeTextFile === 'boolean') &&
    isMeta(value._meta);
}

/** The shape of {@link FileSystemCapabilities}, as data. */
export const FileSystemCapabilitiesShape: RecordShape = {
  is: 'record',
  fields: {
    readTextFile: { of: { is: 'boolean' }, optional: true },
    writeTextFile: { of: { is: 'boolean' }, optional: true },
    _meta: metaField,
  },
};

/** File requests that the client supports. */
export const FileSystemCapabilities: TypeReader<FileSystemCapabilities> = {
  name: 'FileSystemCapabilities',
  is: isFileSystemCapabilities,
  decode: (value, reading) => decode(isFileSystemCapabilities, FileSystemCapabilitiesShape, value, reading),
  shape: FileSystemCapabilitiesShape,
};

/** Capabilities of the client. */
export interface ClientCapabilities {
  /** Reading and writing files. */
  readonly fs?: FileSystemCapabilities;
  /** Whether the client supports all `terminal/*` requests. */
  readonly terminal?: boolean;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link ClientCapabilities}. */
export function isClientCapabilities(value: unknown): value is ClientCapabilities {
  return isObject(value) &&
    (value.fs === undefined || isFileSystemCapabilities(value.fs)) &&
    (value.terminal === undefined || typeof value.terminal === 'boolean') &&
    isMeta(value._meta);
}

/** The shape of {@link ClientCapabilities}, as data. */
export const ClientCapabilitiesShape: RecordShape = {
  is: 'record',
  fields: {
    fs: { of: FileSystemCapabilitiesShape, optional: true },
    terminal: { of: { is: 'boolean' }, optional: true },
    _meta: metaField,
  },
};

/** Capabilities of the client. */
export const ClientCapabilities: TypeReader<ClientCapabilities> = {
  name: 'ClientCapabilities',
  is: isClientCapabilities,
  decode: (value, reading) => decode(isClientCapabilities, ClientCapabilitiesShape, value, reading),
  shape: ClientCapabilitiesShape,
};

/** Optional session requests that the agent supports. */
export interface SessionCapabilities {
  /** Present if the agent supports `session/list`. */
  readonly list?: SessionListCapabilities | null;
  /** Present if the agent supports `session/delete`. */
  readonly delete?: SessionDeleteCapabilities | null;
  /** Present if sessions can have additional directories. */
  readonly additionalDirectories?: SessionAdditionalDirectoriesCapabilities | null;
  /** Present if the agent supports `session/resume`. */
  readonly resume?: SessionResumeCapabilities | null;
  /** Present if the agent supports `session/close`. */
  readonly close?: SessionCloseCapabilities | null;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link SessionCapabilities}. */
export function isSessionCapabilities(value: unknown): value is SessionCapabilities {
  return isObject(value) &&
    (value.list === undefined || value.list === null || isSessionListCapabilities(value.list)) &&
    (value.delete === undefined || value.delete === null || isSessionDeleteCapabilities(value.delete)) &&
    (value.additionalDirectories === undefined || value.additionalDirectories === null || isSessionAdditionalDirectoriesCapabilities(value.additionalDirectories)) &&
    (value.resume === undefined || value.resume === null || isSessionResumeCapabilities(value.resume)) &&
    (value.close === undefined || value.close === null || isSessionCloseCapabilities(value.close)) &&
    isMeta(value._meta);
}

/** The shape of {@link SessionCapabilities}, as data. */
export const SessionCapabilitiesShape: RecordShape = {
  is: 'record',
  fields: {
    list: { of: { is: 'nullable', of: SessionListCapabilitiesShape }, optional: true, lenient: true },
    delete: { of: { is: 'nullable', of: SessionDeleteCapabilitiesShape }, optional: true, lenient: true },
    additionalDirectories: { of: { is: 'nullable', of: SessionAdditionalDirectoriesCapabilitiesShape }, optional: true, lenient: true },
    resume: { of: { is: 'nullable', of: SessionResumeCapabilitiesShape }, optional: true, lenient: true },
    close: { of: { is: 'nullable', of: SessionCloseCapabilitiesShape }, optional: true, lenient: true },
    _meta: metaField,
  },
};

/** Optional session requests that the agent supports. */
export const SessionCapabilities: TypeReader<SessionCapabilities> = {
  name: 'SessionCapabilities',
  is: isSessionCapabilities,
  decode: (value, reading) => decode(isSessionCapabilities, SessionCapabilitiesShape, value, reading),
  shape: SessionCapabilitiesShape,
};

/** Capabilities of the agent. */
export interface AgentCapabilities {
  /** Whether the agent supports `session/load`. */
  readonly loadSession?: boolean;
  /** What a prompt may contain. */
  readonly promptCapabilities?: PromptCapabilities;
  /** MCP transports that the agent supports. */
  readonly mcpCapabilities?: McpCapabilities;
  /** Optional session requests. */
  readonly sessionCapabilities?: SessionCapabilities;
  /** Authentication capabilities. */
  readonly auth?: AgentAuthCapabilities;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link AgentCapabilities}. */
export function isAgentCapabilities(value: unknown): value is AgentCapabilities {
  return isObject(value) &&
    (value.loadSession === undefined || typeof value.loadSession === 'boolean') &&
    (value.promptCapabilities === undefined || isPromptCapabilities(value.promptCapabilities)) &&
    (value.mcpCapabilities === undefined || isMcpCapabilities(value.mcpCapabilities)) &&
    (value.sessionCapabilities === undefined || isSessionCapabilities(value.sessionCapabilities)) &&
    (value.auth === undefined || isAgentAuthCapabilities(value.auth)) &&
    isMeta(value._meta);
}

/** The shape of {@link AgentCapabilities}, as data. */
export const AgentCapabilitiesShape: RecordShape = {
  is: 'record',
  fields: {
    loadSession: { of: { is: 'boolean' }, optional: true },
    promptCapabilities: { of: PromptCapabilitiesShape, optional: true },
    mcpCapabilities: { of: McpCapabilitiesShape, optional: true },
    sessionCapabilities: { of: SessionCapabilitiesShape, optional: true },
    auth: { of: AgentAuthCapabilitiesShape, optional: true },
    _meta: metaField,
  },
};

/** Capabilities of the agent. */
export const AgentCapabilities: TypeReader<AgentCapabilities> = {
  name: 'AgentCapabilities',
  is: isAgentCapabilities,
  decode: (value, reading) => decode(isAgentCapabilities, AgentCapabilitiesShape, value, reading),
  shape: AgentCapabilitiesShape,
};

/** First request of a connection: who the client is and what it supports. */
export interface InitializeRequest {
  /** Latest version that the client supports. */
  readonly protocolVersion: ProtocolVersion;
  /** Capabilities of the client. */
  readonly clientCapabilities?: ClientCapabilities;
  /** Name and version of the client. */
  readonly clientInfo?: Implementation | null;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link InitializeRequest}. */
export function isInitializeRequest(value: unknown): value is InitializeRequest {
  return isObject(value) &&
    isInteger(value.protocolVersion, 0, 65535) &&
    (value.clientCapabilities === undefined || isClientCapabilities(value.clientCapabilities)) &&
    (value.clientInfo === undefined || value.clientInfo === null || isImplementation(value.clientInfo)) &&
    isMeta(value._meta);
}

/** The shape of {@link InitializeRequest}, as data. */
export const InitializeRequestShape: RecordShape = {
  is: 'record',
  fields: {
    protocolVersion: { of: ProtocolVersionShape },
    clientCapabilities: { of: ClientCapabilitiesShape, optional: true },
    clientInfo: { of: { is: 'nullable', of: ImplementationShape }, optional: true, lenient: true },
    _meta: metaField,
  },
};

/** First request of a connection: who the client is and what it supports. */
export const InitializeRequest: TypeReader<InitializeRequest> = {
  name: 'InitializeRequest',
  is: isInitializeRequest,
  decode: (value, reading) => decode(isInitializeRequest, InitializeRequestShape, value, reading),
  shape: InitializeRequestShape,
};

/** The version that the agent chose, and what the agent supports. */
export interface InitializeResponse {
  /** Version that both sides use from now on. */
  readonly protocolVersion: ProtocolVersion;
  /** Capabilities of the agent. */
  readonly agentCapabilities?: AgentCapabilities;
  /** Authentication methods. */
  readonly authMethods?: readonly AuthMethod[];
  /** Name and version of the agent. */
  readonly agentInfo?: Implementation | null;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link InitializeResponse}. */
export function isInitializeResponse(value: unknown): value is InitializeResponse {
  return isObject(value) &&
    isInteger(value.protocolVersion, 0, 65535) &&
    (value.agentCapabilities === undefined || isAgentCapabilities(value.agentCapabilities)) &&
    (value.authMethods === undefined || isListOf(value.authMethods, isAuthMethod)) &&
    (value.agentInfo === undefined || value.agentInfo === null || isImplementation(value.agentInfo)) &&
    isMeta(value._meta);
}

/** The shape of {@link InitializeResponse}, as data. */
export const InitializeResponseShape: RecordShape = {
  is: 'record',
  fields: {
    protocolVersion: { of: ProtocolVersionShape },
    agentCapabilities: { of: AgentCapabilitiesShape, optional: true },
    authMethods: { of: { is: 'list', of: AuthMethodShape }, optional: true, lenient: true },
    agentInfo: { of: { is: 'nullable', of: ImplementationShape }, optional: true, lenient: true },
    _meta: metaField,
  },
};

/** The version that the agent chose, and what the agent supports. */
export const InitializeResponse: TypeReader<InitializeResponse> = {
  name: 'InitializeResponse',
  is: isInitializeResponse,
  decode: (value, reading) => decode(isInitializeResponse, InitializeResponseShape, value, reading),
  shape: InitializeResponseShape,
};

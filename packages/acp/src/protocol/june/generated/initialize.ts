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

/** What the client can do for the agent; extensions only, under `_meta`. */
export interface ClientCapabilities {
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link ClientCapabilities}. */
export function isClientCapabilities(value: unknown): value is ClientCapabilities {
  return isObject(value) &&
    isMeta(value._meta);
}

/** The shape of {@link ClientCapabilities}, as data. */
export const ClientCapabilitiesShape: RecordShape = {
  is: 'record',
  fields: {
    _meta: metaField,
  },
};

/** What the client can do for the agent; extensions only, under `_meta`. */
export const ClientCapabilities: TypeReader<ClientCapabilities> = {
  name: 'ClientCapabilities',
  is: isClientCapabilities,
  decode: (value, reading) => decode(isClientCapabilities, ClientCapabilitiesShape, value, reading),
  shape: ClientCapabilitiesShape,
};

/** Says that a prompt may contain pictures. */
export interface PromptImageCapabilities {
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link PromptImageCapabilities}. */
export function isPromptImageCapabilities(value: unknown): value is PromptImageCapabilities {
  return isObject(value) &&
    isMeta(value._meta);
}

/** The shape of {@link PromptImageCapabilities}, as data. */
export const PromptImageCapabilitiesShape: RecordShape = {
  is: 'record',
  fields: {
    _meta: metaField,
  },
};

/** Says that a prompt may contain pictures. */
export const PromptImageCapabilities: TypeReader<PromptImageCapabilities> = {
  name: 'PromptImageCapabilities',
  is: isPromptImageCapabilities,
  decode: (value, reading) => decode(isPromptImageCapabilities, PromptImageCapabilitiesShape, value, reading),
  shape: PromptImageCapabilitiesShape,
};

/** Says that a prompt may contain sounds. */
export interface PromptAudioCapabilities {
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link PromptAudioCapabilities}. */
export function isPromptAudioCapabilities(value: unknown): value is PromptAudioCapabilities {
  return isObject(value) &&
    isMeta(value._meta);
}

/** The shape of {@link PromptAudioCapabilities}, as data. */
export const PromptAudioCapabilitiesShape: RecordShape = {
  is: 'record',
  fields: {
    _meta: metaField,
  },
};

/** Says that a prompt may contain sounds. */
export const PromptAudioCapabilities: TypeReader<PromptAudioCapabilities> = {
  name: 'PromptAudioCapabilities',
  is: isPromptAudioCapabilities,
  decode: (value, reading) => decode(isPromptAudioCapabilities, PromptAudioCapabilitiesShape, value, reading),
  shape: PromptAudioCapabilitiesShape,
};

/** Says that a prompt may contain embedded resources. */
export interface PromptEmbeddedContextCapabilities {
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link PromptEmbeddedContextCapabilities}. */
export function isPromptEmbeddedContextCapabilities(value: unknown): value is PromptEmbeddedContextCapabilities {
  return isObject(value) &&
    isMeta(value._meta);
}

/** The shape of {@link PromptEmbeddedContextCapabilities}, as data. */
export const PromptEmbeddedContextCapabilitiesShape: RecordShape = {
  is: 'record',
  fields: {
    _meta: metaField,
  },
};

/** Says that a prompt may contain embedded resources. */
export const PromptEmbeddedContextCapabilities: TypeReader<PromptEmbeddedContextCapabilities> = {
  name: 'PromptEmbeddedContextCapabilities',
  is: isPromptEmbeddedContextCapabilities,
  decode: (value, reading) => decode(isPromptEmbeddedContextCapabilities, PromptEmbeddedContextCapabilitiesShape, value, reading),
  shape: PromptEmbeddedContextCapabilitiesShape,
};

/** What a prompt may contain besides text and links. */
export interface PromptCapabilities {
  /** Present if pictures are taken. */
  readonly image?: PromptImageCapabilities | null;
  /** Present if sounds are taken. */
  readonly audio?: PromptAudioCapabilities | null;
  /** Present if embedded resources are taken. */
  readonly embeddedContext?: PromptEmbeddedContextCapabilities | null;
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link PromptCapabilities}. */
export function isPromptCapabilities(value: unknown): value is PromptCapabilities {
  return isObject(value) &&
    (value.image === undefined || value.image === null || isPromptImageCapabilities(value.image)) &&
    (value.audio === undefined || value.audio === null || isPromptAudioCapabilities(value.audio)) &&
    (value.embeddedContext === undefined || value.embeddedContext === null || isPromptEmbeddedContextCapabilities(value.embeddedContext)) &&
    isMeta(value._meta);
}

/** The shape of {@link PromptCapabilities}, as data. */
export const PromptCapabilitiesShape: RecordShape = {
  is: 'record',
  fields: {
    image: { of: { is: 'nullable', of: PromptImageCapabilitiesShape }, optional: true, lenient: true },
    audio: { of: { is: 'nullable', of: PromptAudioCapabilitiesShape }, optional: true, lenient: true },
    embeddedContext: { of: { is: 'nullable', of: PromptEmbeddedContextCapabilitiesShape }, optional: true, lenient: true },
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

/** Says that the agent connects to MCP servers by stdio. */
export interface McpStdioCapabilities {
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link McpStdioCapabilities}. */
export function isMcpStdioCapabilities(value: unknown): value is McpStdioCapabilities {
  return isObject(value) &&
    isMeta(value._meta);
}

/** The shape of {@link McpStdioCapabilities}, as data. */
export const McpStdioCapabilitiesShape: RecordShape = {
  is: 'record',
  fields: {
    _meta: metaField,
  },
};

/** Says that the agent connects to MCP servers by stdio. */
export const McpStdioCapabilities: TypeReader<McpStdioCapabilities> = {
  name: 'McpStdioCapabilities',
  is: isMcpStdioCapabilities,
  decode: (value, reading) => decode(isMcpStdioCapabilities, McpStdioCapabilitiesShape, value, reading),
  shape: McpStdioCapabilitiesShape,
};

/** Says that the agent connects to MCP servers by HTTP. */
export interface McpHttpCapabilities {
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link McpHttpCapabilities}. */
export function isMcpHttpCapabilities(value: unknown): value is McpHttpCapabilities {
  return isObject(value) &&
    isMeta(value._meta);
}

/** The shape of {@link McpHttpCapabilities}, as data. */
export const McpHttpCapabilitiesShape: RecordShape = {
  is: 'record',
  fields: {
    _meta: metaField,
  },
};

/** Says that the agent connects to MCP servers by HTTP. */
export const McpHttpCapabilities: TypeReader<McpHttpCapabilities> = {
  name: 'McpHttpCapabilities',
  is: isMcpHttpCapabilities,
  decode: (value, reading) => decode(isMcpHttpCapabilities, McpHttpCapabilitiesShape, value, reading),
  shape: McpHttpCapabilitiesShape,
};

/** Which MCP transports the agent speaks. */
export interface McpCapabilities {
  /** Present if stdio servers are taken. */
  readonly stdio?: McpStdioCapabilities | null;
  /** Present if HTTP servers are taken. */
  readonly http?: McpHttpCapabilities | null;
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link McpCapabilities}. */
export function isMcpCapabilities(value: unknown): value is McpCapabilities {
  return isObject(value) &&
    (value.stdio === undefined || value.stdio === null || isMcpStdioCapabilities(value.stdio)) &&
    (value.http === undefined || value.http === null || isMcpHttpCapabilities(value.http)) &&
    isMeta(value._meta);
}

/** The shape of {@link McpCapabilities}, as data. */
export const McpCapabilitiesShape: RecordShape = {
  is: 'record',
  fields: {
    stdio: { of: { is: 'nullable', of: McpStdioCapabilitiesShape }, optional: true, lenient: true },
    http: { of: { is: 'nullable', of: McpHttpCapabilitiesShape }, optional: true, lenient: true },
    _meta: metaField,
  },
};

/** Which MCP transports the agent speaks. */
export const McpCapabilities: TypeReader<McpCapabilities> = {
  name: 'McpCapabilities',
  is: isMcpCapabilities,
  decode: (value, reading) => decode(isMcpCapabilities, McpCapabilitiesShape, value, reading),
  shape: McpCapabilitiesShape,
};

/** Says that `session/load` may be called. */
export interface SessionLoadCapabilities {
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link SessionLoadCapabilities}. */
export function isSessionLoadCapabilities(value: unknown): value is SessionLoadCapabilities {
  return isObject(value) &&
    isMeta(value._meta);
}

/** The shape of {@link SessionLoadCapabilities}, as data. */
export const SessionLoadCapabilitiesShape: RecordShape = {
  is: 'record',
  fields: {
    _meta: metaField,
  },
};

/** Says that `session/load` may be called. */
export const SessionLoadCapabilities: TypeReader<SessionLoadCapabilities> = {
  name: 'SessionLoadCapabilities',
  is: isSessionLoadCapabilities,
  decode: (value, reading) => decode(isSessionLoadCapabilities, SessionLoadCapabilitiesShape, value, reading),
  shape: SessionLoadCapabilitiesShape,
};

/** What the agent can do with sessions. */
export interface SessionCapabilities {
  /** What a prompt may contain. */
  readonly prompt?: PromptCapabilities | null;
  /** Which MCP servers it connects to. */
  readonly mcp?: McpCapabilities | null;
  /** Present if sessions can be loaded. */
  readonly load?: SessionLoadCapabilities | null;
  /** Present if sessions can be listed. */
  readonly list?: SessionListCapabilities | null;
  /** Present if sessions can be deleted. */
  readonly delete?: SessionDeleteCapabilities | null;
  /** Present if more directories can be given. */
  readonly additionalDirectories?: SessionAdditionalDirectoriesCapabilities | null;
  /** Present if sessions can be resumed. */
  readonly resume?: SessionResumeCapabilities | null;
  /** Present if sessions can be closed. */
  readonly close?: SessionCloseCapabilities | null;
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link SessionCapabilities}. */
export function isSessionCapabilities(value: unknown): value is SessionCapabilities {
  return isObject(value) &&
    (value.prompt === undefined || value.prompt === null || isPromptCapabilities(value.prompt)) &&
    (value.mcp === undefined || value.mcp === null || isMcpCapabilities(value.mcp)) &&
    (value.load === undefined || value.load === null || isSessionLoadCapabilities(value.load)) &&
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
    prompt: { of: { is: 'nullable', of: PromptCapabilitiesShape }, optional: true, lenient: true },
    mcp: { of: { is: 'nullable', of: McpCapabilitiesShape }, optional: true, lenient: true },
    load: { of: { is: 'nullable', of: SessionLoadCapabilitiesShape }, optional: true, lenient: true },
    list: { of: { is: 'nullable', of: SessionListCapabilitiesShape }, optional: true, lenient: true },
    delete: { of: { is: 'nullable', of: SessionDeleteCapabilitiesShape }, optional: true, lenient: true },
    additionalDirectories: { of: { is: 'nullable', of: SessionAdditionalDirectoriesCapabilitiesShape }, optional: true, lenient: true },
    resume: { of: { is: 'nullable', of: SessionResumeCapabilitiesShape }, optional: true, lenient: true },
    close: { of: { is: 'nullable', of: SessionCloseCapabilitiesShape }, optional: true, lenient: true },
    _meta: metaField,
  },
};

/** What the agent can do with sessions. */
export const SessionCapabilities: TypeReader<SessionCapabilities> = {
  name: 'SessionCapabilities',
  is: isSessionCapabilities,
  decode: (value, reading) => decode(isSessionCapabilities, SessionCapabilitiesShape, value, reading),
  shape: SessionCapabilitiesShape,
};

/** What the agent can do. */
export interface AgentCapabilities {
  /** Present if the agent has sessions at all. */
  readonly session?: SessionCapabilities | null;
  /** What it can do about authentication. */
  readonly auth?: AgentAuthCapabilities;
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link AgentCapabilities}. */
export function isAgentCapabilities(value: unknown): value is AgentCapabilities {
  return isObject(value) &&
    (value.session === undefined || value.session === null || isSessionCapabilities(value.session)) &&
    (value.auth === undefined || isAgentAuthCapabilities(value.auth)) &&
    isMeta(value._meta);
}

/** The shape of {@link AgentCapabilities}, as data. */
export const AgentCapabilitiesShape: RecordShape = {
  is: 'record',
  fields: {
    session: { of: { is: 'nullable', of: SessionCapabilitiesShape }, optional: true, lenient: true },
    auth: { of: AgentAuthCapabilitiesShape, optional: true },
    _meta: metaField,
  },
};

/** What the agent can do. */
export const AgentCapabilities: TypeReader<AgentCapabilities> = {
  name: 'AgentCapabilities',
  is: isAgentCapabilities,
  decode: (value, reading) => decode(isAgentCapabilities, AgentCapabilitiesShape, value, reading),
  shape: AgentCapabilitiesShape,
};

/** The first request of a connection: the client says who it is and what it can do. */
export interface InitializeRequest {
  /** The newest version the client speaks. */
  readonly protocolVersion: ProtocolVersion;
  /** What the client can do. */
  readonly capabilities?: ClientCapabilities;
  /** Who the client is. */
  readonly clientInfo?: Implementation | null;
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link InitializeRequest}. */
export function isInitializeRequest(value: unknown): value is InitializeRequest {
  return isObject(value) &&
    isInteger(value.protocolVersion, 0, 65535) &&
    (value.capabilities === undefined || isClientCapabilities(value.capabilities)) &&
    (value.clientInfo === undefined || value.clientInfo === null || isImplementation(value.clientInfo)) &&
    isMeta(value._meta);
}

/** The shape of {@link InitializeRequest}, as data. */
export const InitializeRequestShape: RecordShape = {
  is: 'record',
  fields: {
    protocolVersion: { of: ProtocolVersionShape },
    capabilities: { of: ClientCapabilitiesShape, optional: true },
    clientInfo: { of: { is: 'nullable', of: ImplementationShape }, optional: true, lenient: true },
    _meta: metaField,
  },
};

/** The first request of a connection: the client says who it is and what it can do. */
export const InitializeRequest: TypeReader<InitializeRequest> = {
  name: 'InitializeRequest',
  is: isInitializeRequest,
  decode: (value, reading) => decode(isInitializeRequest, InitializeRequestShape, value, reading),
  shape: InitializeRequestShape,
};

/** The agent chooses the version and says who it is and what it can do. */
export interface InitializeResponse {
  /** The version that both sides speak from now on. */
  readonly protocolVersion: ProtocolVersion;
  /** What the agent can do. */
  readonly capabilities?: AgentCapabilities;
  /** The ways to authenticate. */
  readonly authMethods?: readonly AuthMethod[];
  /** Who the agent is. */
  readonly agentInfo?: Implementation | null;
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link InitializeResponse}. */
export function isInitializeResponse(value: unknown): value is InitializeResponse {
  return isObject(value) &&
    isInteger(value.protocolVersion, 0, 65535) &&
    (value.capabilities === undefined || isAgentCapabilities(value.capabilities)) &&
    (value.authMethods === undefined || isListOf(value.authMethods, isAuthMethod)) &&
    (value.agentInfo === undefined || value.agentInfo === null || isImplementation(value.agentInfo)) &&
    isMeta(value._meta);
}

/** The shape of {@link InitializeResponse}, as data. */
export const InitializeResponseShape: RecordShape = {
  is: 'record',
  fields: {
    protocolVersion: { of: ProtocolVersionShape },
    capabilities: { of: AgentCapabilitiesShape, optional: true },
    authMethods: { of: { is: 'list', of: AuthMethodShape }, optional: true, lenient: true },
    agentInfo: { of: { is: 'nullable', of: ImplementationShape }, optional: true, lenient: true },
    _meta: metaField,
  },
};

/** The agent chooses the version and says who it is and what it can do. */
export const InitializeResponse: TypeReader<InitializeResponse> = {
  name: 'InitializeResponse',
  is: isInitializeResponse,
  decode: (value, reading) => decode(isInitializeResponse, InitializeResponseShape, value, reading),
  shape: InitializeResponseShape,
};

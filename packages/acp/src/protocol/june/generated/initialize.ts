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

/** Capabilities of the client: only extensions, under `_meta`. */
export interface ClientCapabilities {
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link ClientCapabilities}. */
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

/** Capabilities of the client: only extensions, under `_meta`. */
export const ClientCapabilities: TypeReader<ClientCapabilities> = {
  name: 'ClientCapabilities',
  is: isClientCapabilities,
  decode: (value, reading) => decode(isClientCapabilities, ClientCapabilitiesShape, value, reading),
  shape: ClientCapabilitiesShape,
};

/** Marks that a prompt may contain images. */
export interface PromptImageCapabilities {
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link PromptImageCapabilities}. */
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

/** Marks that a prompt may contain images. */
export const PromptImageCapabilities: TypeReader<PromptImageCapabilities> = {
  name: 'PromptImageCapabilities',
  is: isPromptImageCapabilities,
  decode: (value, reading) => decode(isPromptImageCapabilities, PromptImageCapabilitiesShape, value, reading),
  shape: PromptImageCapabilitiesShape,
};

/** Marks that a prompt may contain audio. */
export interface PromptAudioCapabilities {
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link PromptAudioCapabilities}. */
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

/** Marks that a prompt may contain audio. */
export const PromptAudioCapabilities: TypeReader<PromptAudioCapabilities> = {
  name: 'PromptAudioCapabilities',
  is: isPromptAudioCapabilities,
  decode: (value, reading) => decode(isPromptAudioCapabilities, PromptAudioCapabilitiesShape, value, reading),
  shape: PromptAudioCapabilitiesShape,
};

/** Marks that a prompt may contain embedded resources. */
export interface PromptEmbeddedContextCapabilities {
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link PromptEmbeddedContextCapabilities}. */
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

/** Marks that a prompt may contain embedded resources. */
export const PromptEmbeddedContextCapabilities: TypeReader<PromptEmbeddedContextCapabilities> = {
  name: 'PromptEmbeddedContextCapabilities',
  is: isPromptEmbeddedContextCapabilities,
  decode: (value, reading) => decode(isPromptEmbeddedContextCapabilities, PromptEmbeddedContextCapabilitiesShape, value, reading),
  shape: PromptEmbeddedContextCapabilitiesShape,
};

/** What a prompt may contain besides text and links. */
export interface PromptCapabilities {
  /** Present if a prompt may contain images. */
  readonly image?: PromptImageCapabilities | null;
  /** Present if a prompt may contain audio. */
  readonly audio?: PromptAudioCapabilities | null;
  /** Present if a prompt may contain embedded resources. */
  readonly embeddedContext?: PromptEmbeddedContextCapabilities | null;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link PromptCapabilities}. */
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

/** Marks that the agent supports MCP servers over stdio. */
export interface McpStdioCapabilities {
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link McpStdioCapabilities}. */
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

/** Marks that the agent supports MCP servers over stdio. */
export const McpStdioCapabilities: TypeReader<McpStdioCapabilities> = {
  name: 'McpStdioCapabilities',
  is: isMcpStdioCapabilities,
  decode: (value, reading) => decode(isMcpStdioCapabilities, McpStdioCapabilitiesShape, value, reading),
  shape: McpStdioCapabilitiesShape,
};

/** Marks that the agent supports MCP servers over HTTP. */
export interface McpHttpCapabilities {
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link McpHttpCapabilities}. */
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

/** Marks that the agent supports MCP servers over HTTP. */
export const McpHttpCapabilities: TypeReader<McpHttpCapabilities> = {
  name: 'McpHttpCapabilities',
  is: isMcpHttpCapabilities,
  decode: (value, reading) => decode(isMcpHttpCapabilities, McpHttpCapabilitiesShape, value, reading),
  shape: McpHttpCapabilitiesShape,
};

/** MCP transports that the agent supports. */
export interface McpCapabilities {
  /** Present if the agent supports stdio servers. */
  readonly stdio?: McpStdioCapabilities | null;
  /** Present if the agent supports HTTP servers. */
  readonly http?: McpHttpCapabilities | null;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link McpCapabilities}. */
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

/** MCP transports that the agent supports. */
export const McpCapabilities: TypeReader<McpCapabilities> = {
  name: 'McpCapabilities',
  is: isMcpCapabilities,
  decode: (value, reading) => decode(isMcpCapabilities, McpCapabilitiesShape, value, reading),
  shape: McpCapabilitiesShape,
};

/** Marks that the agent supports `session/load`. */
export interface SessionLoadCapabilities {
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link SessionLoadCapabilities}. */
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

/** Marks that the agent supports `session/load`. */
export const SessionLoadCapabilities: TypeReader<SessionLoadCapabilities> = {
  name: 'SessionLoadCapabilities',
  is: isSessionLoadCapabilities,
  decode: (value, reading) => decode(isSessionLoadCapabilities, SessionLoadCapabilitiesShape, value, reading),
  shape: SessionLoadCapabilitiesShape,
};

/** Session capabilities of the agent. */
export interface SessionCapabilities {
  /** What a prompt may contain. */
  readonly prompt?: PromptCapabilities | null;
  /** MCP transports that the agent supports. */
  readonly mcp?: McpCapabilities | null;
  /** Present if the agent supports `session/load`. */
  readonly load?: SessionLoadCapabilities | null;
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

/** Session capabilities of the agent. */
export const SessionCapabilities: TypeReader<SessionCapabilities> = {
  name: 'SessionCapabilities',
  is: isSessionCapabilities,
  decode: (value, reading) => decode(isSessionCapabilities, SessionCapabilitiesShape, value, reading),
  shape: SessionCapabilitiesShape,
};

/** Capabilities of the agent. */
export interface AgentCapabilities {
  /** Present if the agent supports sessions. */
  readonly session?: SessionCapabilities | null;
  /** Authentication capabilities. */
  readonly auth?: AgentAuthCapabilities;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link AgentCapabilities}. */
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
  readonly capabilities?: ClientCapabilities;
  /** Name and version of the client. */
  readonly clientInfo?: Implementation | null;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link InitializeRequest}. */
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
  readonly capabilities?: AgentCapabilities;
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

/** The version that the agent chose, and what the agent supports. */
export const InitializeResponse: TypeReader<InitializeResponse> = {
  name: 'InitializeResponse',
  is: isInitializeResponse,
  decode: (value, reading) => decode(isInitializeResponse, InitializeResponseShape, value, reading),
  shape: InitializeResponseShape,
};

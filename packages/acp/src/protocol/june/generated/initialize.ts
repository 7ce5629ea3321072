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
  isPromptCapabilities,
  PromptCapabilitiesShape,
  type PromptCapabilities,
  isMcpCapabilities,
  McpCapabilitiesShape,
  type McpCapabilities,
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
  PromptImageCapabilities,
  PromptAudioCapabilities,
  PromptEmbeddedContextCapabilities,
  PromptCapabilities,
  McpStdioCapabilities,
  McpHttpCapabilities,
  McpCapabilities,
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

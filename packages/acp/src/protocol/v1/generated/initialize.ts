// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { isInteger, isListOf, isMeta, isObject, type Meta } from '../../reading/guard.ts';
import { lenientMetaField } from '../../reading/meta.ts';
import { type TypeReader } from '../../reading/method.ts';
import { type RecordShape } from '../../reading/shape.ts';
import { ProtocolVersionShape, type ProtocolVersion } from '../../base/generated/initialize.ts';
import {
  isAgentAuthCapabilities,
  AgentAuthCapabilitiesShape,
  type AgentAuthCapabilities,
  isAuthMethod,
  AuthMethodShape,
  type AuthMethod,
} from './authentication.ts';
import {
  isElicitationCapabilities,
  ElicitationCapabilitiesShape,
  type ElicitationCapabilities,
} from './elicitation.ts';
export {
  ProtocolVersion,
} from '../../base/generated/initialize.ts';

/** The program on one side of the connection. */
export interface Implementation {
  /** Name for programs. */
  readonly name: string;
  /** Name for people. */
  readonly title?: string | null;
  /** Version of the program. */
  readonly version: string;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link Implementation}. */
export function isImplementation(value: unknown): value is Implementation {
  return isObject(value) &&
    typeof value.name === 'string' &&
    (value.title === undefined || value.title === null || typeof value.title === 'string') &&
    typeof value.version === 'string' &&
    isMeta(value._meta);
}

/** The shape of {@link Implementation}, as data. */
export const ImplementationShape: RecordShape = {
  is: 'record',
  fields: {
    name: { of: { is: 'string' } },
    title: { of: { is: 'nullable', of: { is: 'string' } }, optional: true, lenient: true },
    version: { of: { is: 'string' } },
    _meta: lenientMetaField,
  },
};

/** The program on one side of the connection. */
export const Implementation: TypeReader<Implementation> = {
  name: 'Implementation',
  is: isImplementation,
  decode: (value, reading) => decode(isImplementation, ImplementationShape, value, reading),
  shape: ImplementationShape,
};

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
    image: { of: { is: 'boolean' }, optional: true, lenient: true },
    audio: { of: { is: 'boolean' }, optional: true, lenient: true },
    embeddedContext: { of: { is: 'boolean' }, optional: true, lenient: true },
    _meta: lenientMetaField,
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
    http: { of: { is: 'boolean' }, optional: true, lenient: true },
    sse: { of: { is: 'boolean' }, optional: true, lenient: true },
    _meta: lenientMetaField,
  },
};

/** MCP transports that the agent supports besides stdio. */
export const McpCapabilities: TypeReader<McpCapabilities> = {
  name: 'McpCapabilities',
  is: isMcpCapabilities,
  decode: (value, reading) => decode(isMcpCapabilities, McpCapabilitiesShape, value, reading),
  shape: McpCapabilitiesShape,
};

/** Marks that the agent supports `session/list`. */
export interface SessionListCapabilities {
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link SessionListCapabilities}. */
export function isSessionListCapabilities(value: unknown): value is SessionListCapabilities {
  return isObject(value) &&
    isMeta(value._meta);
}

/** The shape of {@link SessionListCapabilities}, as data. */
export const SessionListCapabilitiesShape: RecordShape = {
  is: 'record',
  fields: {
    _meta: lenientMetaField,
  },
};

/** Marks that the agent supports `session/list`. */
export const SessionListCapabilities: TypeReader<SessionListCapabilities> = {
  name: 'SessionListCapabilities',
  is: isSessionListCapabilities,
  decode: (value, reading) => decode(isSessionListCapabilities, SessionListCapabilitiesShape, value, reading),
  shape: SessionListCapabilitiesShape,
};

/** Marks that the agent supports `session/delete`. */
export interface SessionDeleteCapabilities {
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link SessionDeleteCapabilities}. */
export function isSessionDeleteCapabilities(value: unknown): value is SessionDeleteCapabilities {
  return isObject(value) &&
    isMeta(value._meta);
}

/** The shape of {@link SessionDeleteCapabilities}, as data. */
export const SessionDeleteCapabilitiesShape: RecordShape = {
  is: 'record',
  fields: {
    _meta: lenientMetaField,
  },
};

/** Marks that the agent supports `session/delete`. */
export const SessionDeleteCapabilities: TypeReader<SessionDeleteCapabilities> = {
  name: 'SessionDeleteCapabilities',
  is: isSessionDeleteCapabilities,
  decode: (value, reading) => decode(isSessionDeleteCapabilities, SessionDeleteCapabilitiesShape, value, reading),
  shape: SessionDeleteCapabilitiesShape,
};

/** Marks that sessions can have additional directories. */
export interface SessionAdditionalDirectoriesCapabilities {
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link SessionAdditionalDirectoriesCapabilities}. */
export function isSessionAdditionalDirectoriesCapabilities(value: unknown): value is SessionAdditionalDirectoriesCapabilities {
  return isObject(value) &&
    isMeta(value._meta);
}

/** The shape of {@link SessionAdditionalDirectoriesCapabilities}, as data. */
export const SessionAdditionalDirectoriesCapabilitiesShape: RecordShape = {
  is: 'record',
  fields: {
    _meta: lenientMetaField,
  },
};

/** Marks that sessions can have additional directories. */
export const SessionAdditionalDirectoriesCapabilities: TypeReader<SessionAdditionalDirectoriesCapabilities> = {
  name: 'SessionAdditionalDirectoriesCapabilities',
  is: isSessionAdditionalDirectoriesCapabilities,
  decode: (value, reading) => decode(isSessionAdditionalDirectoriesCapabilities, SessionAdditionalDirectoriesCapabilitiesShape, value, reading),
  shape: SessionAdditionalDirectoriesCapabilitiesShape,
};

/** Marks that the agent supports `session/resume`. */
export interface SessionResumeCapabilities {
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link SessionResumeCapabilities}. */
export function isSessionResumeCapabilities(value: unknown): value is SessionResumeCapabilities {
  return isObject(value) &&
    isMeta(value._meta);
}

/** The shape of {@link SessionResumeCapabilities}, as data. */
export const SessionResumeCapabilitiesShape: RecordShape = {
  is: 'record',
  fields: {
    _meta: lenientMetaField,
  },
};

/** Marks that the agent supports `session/resume`. */
export const SessionResumeCapabilities: TypeReader<SessionResumeCapabilities> = {
  name: 'SessionResumeCapabilities',
  is: isSessionResumeCapabilities,
  decode: (value, reading) => decode(isSessionResumeCapabilities, SessionResumeCapabilitiesShape, value, reading),
  shape: SessionResumeCapabilitiesShape,
};

/** Marks that the agent supports `session/close`. */
export interface SessionCloseCapabilities {
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link SessionCloseCapabilities}. */
export function isSessionCloseCapabilities(value: unknown): value is SessionCloseCapabilities {
  return isObject(value) &&
    isMeta(value._meta);
}

/** The shape of {@link SessionCloseCapabilities}, as data. */
export const SessionCloseCapabilitiesShape: RecordShape = {
  is: 'record',
  fields: {
    _meta: lenientMetaField,
  },
};

/** Marks that the agent supports `session/close`. */
export const SessionCloseCapabilities: TypeReader<SessionCloseCapabilities> = {
  name: 'SessionCloseCapabilities',
  is: isSessionCloseCapabilities,
  decode: (value, reading) => decode(isSessionCloseCapabilities, SessionCloseCapabilitiesShape, value, reading),
  shape: SessionCloseCapabilitiesShape,
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
    readTextFile: { of: { is: 'boolean' }, optional: true, lenient: true },
    writeTextFile: { of: { is: 'boolean' }, optional: true, lenient: true },
    _meta: lenientMetaField,
  },
};

/** File requests that the client supports. */
export const FileSystemCapabilities: TypeReader<FileSystemCapabilities> = {
  name: 'FileSystemCapabilities',
  is: isFileSystemCapabilities,
  decode: (value, reading) => decode(isFileSystemCapabilities, FileSystemCapabilitiesShape, value, reading),
  shape: FileSystemCapabilitiesShape,
};

/** Authentication capabilities of the client. */
export interface AuthCapabilities {
  /** Whether the client supports terminal logins. */
  readonly terminal?: boolean;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link AuthCapabilities}. */
export function isAuthCapabilities(value: unknown): value is AuthCapabilities {
  return isObject(value) &&
    (value.terminal === undefined || typeof value.terminal === 'boolean') &&
    isMeta(value._meta);
}

/** The shape of {@link AuthCapabilities}, as data. */
export const AuthCapabilitiesShape: RecordShape = {
  is: 'record',
  fields: {
    terminal: { of: { is: 'boolean' }, optional: true, lenient: true },
    _meta: lenientMetaField,
  },
};

/** Authentication capabilities of the client. */
export const AuthCapabilities: TypeReader<AuthCapabilities> = {
  name: 'AuthCapabilities',
  is: isAuthCapabilities,
  decode: (value, reading) => decode(isAuthCapabilities, AuthCapabilitiesShape, value, reading),
  shape: AuthCapabilitiesShape,
};

/** Marks that the client supports options that are on or off. */
export interface BooleanConfigOptionCapabilities {
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link BooleanConfigOptionCapabilities}. */
export function isBooleanConfigOptionCapabilities(value: unknown): value is BooleanConfigOptionCapabilities {
  return isObject(value) &&
    isMeta(value._meta);
}

/** The shape of {@link BooleanConfigOptionCapabilities}, as data. */
export const BooleanConfigOptionCapabilitiesShape: RecordShape = {
  is: 'record',
  fields: {
    _meta: lenientMetaField,
  },
};

/** Marks that the client supports options that are on or off. */
export const BooleanConfigOptionCapabilities: TypeReader<BooleanConfigOptionCapabilities> = {
  name: 'BooleanConfigOptionCapabilities',
  is: isBooleanConfigOptionCapabilities,
  decode: (value, reading) => decode(isBooleanConfigOptionCapabilities, BooleanConfigOptionCapabilitiesShape, value, reading),
  shape: BooleanConfigOptionCapabilitiesShape,
};

/** Configuration options that the client supports. */
export interface SessionConfigOptionsCapabilities {
  /** Present if the client supports options that are on or off. */
  readonly boolean?: BooleanConfigOptionCapabilities | null;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link SessionConfigOptionsCapabilities}. */
export function isSessionConfigOptionsCapabilities(value: unknown): value is SessionConfigOptionsCapabilities {
  return isObject(value) &&
    (value.boolean === undefined || value.boolean === null || isBooleanConfigOptionCapabilities(value.boolean)) &&
    isMeta(value._meta);
}

/** The shape of {@link SessionConfigOptionsCapabilities}, as data. */
export const SessionConfigOptionsCapabilitiesShape: RecordShape = {
  is: 'record',
  fields: {
    boolean: { of: { is: 'nullable', of: BooleanConfigOptionCapabilitiesShape }, optional: true, lenient: true },
    _meta: lenientMetaField,
  },
};

/** Configuration options that the client supports. */
export const SessionConfigOptionsCapabilities: TypeReader<SessionConfigOptionsCapabilities> = {
  name: 'SessionConfigOptionsCapabilities',
  is: isSessionConfigOptionsCapabilities,
  decode: (value, reading) => decode(isSessionConfigOptionsCapabilities, SessionConfigOptionsCapabilitiesShape, value, reading),
  shape: SessionConfigOptionsCapabilitiesShape,
};

/** Marks that the client shows notices. */
export interface NoticeCapabilities {
}

/** Returns whether a value is a valid {@link NoticeCapabilities}. */
export function isNoticeCapabilities(value: unknown): value is NoticeCapabilities {
  return isObject(value);
}

/** The shape of {@link NoticeCapabilities}, as data. */
export const NoticeCapabilitiesShape: RecordShape = { is: 'record', fields: {} };

/** Marks that the client shows notices. */
export const NoticeCapabilities: TypeReader<NoticeCapabilities> = {
  name: 'NoticeCapabilities',
  is: isNoticeCapabilities,
  decode: (value, reading) => decode(isNoticeCapabilities, NoticeCapabilitiesShape, value, reading),
  shape: NoticeCapabilitiesShape,
};

/** Marks that the client shows compactions. */
export interface CompactionCapabilities {
}

/** Returns whether a value is a valid {@link CompactionCapabilities}. */
export function isCompactionCapabilities(value: unknown): value is CompactionCapabilities {
  return isObject(value);
}

/** The shape of {@link CompactionCapabilities}, as data. */
export const CompactionCapabilitiesShape: RecordShape = { is: 'record', fields: {} };

/** Marks that the client shows compactions. */
export const CompactionCapabilities: TypeReader<CompactionCapabilities> = {
  name: 'CompactionCapabilities',
  is: isCompactionCapabilities,
  decode: (value, reading) => decode(isCompactionCapabilities, CompactionCapabilitiesShape, value, reading),
  shape: CompactionCapabilitiesShape,
};

/** Session capabilities of the client. */
export interface ClientSessionCapabilities {
  /** Configuration options it supports. */
  readonly configOptions?: SessionConfigOptionsCapabilities | null;
  /** Present if the client shows notices. */
  readonly notices?: NoticeCapabilities | null;
  /** Present if the client shows compactions. */
  readonly compaction?: CompactionCapabilities | null;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link ClientSessionCapabilities}. */
export function isClientSessionCapabilities(value: unknown): value is ClientSessionCapabilities {
  return isObject(value) &&
    (value.configOptions === undefined || value.configOptions === null || isSessionConfigOptionsCapabilities(value.configOptions)) &&
    (value.notices === undefined || value.notices === null || isNoticeCapabilities(value.notices)) &&
    (value.compaction === undefined || value.compaction === null || isCompactionCapabilities(value.compaction)) &&
    isMeta(value._meta);
}

/** The shape of {@link ClientSessionCapabilities}, as data. */
export const ClientSessionCapabilitiesShape: RecordShape = {
  is: 'record',
  fields: {
    configOptions: { of: { is: 'nullable', of: SessionConfigOptionsCapabilitiesShape }, optional: true, lenient: true },
    notices: { of: { is: 'nullable', of: NoticeCapabilitiesShape }, optional: true, lenient: true },
    compaction: { of: { is: 'nullable', of: CompactionCapabilitiesShape }, optional: true, lenient: true },
    _meta: lenientMetaField,
  },
};

/** Session capabilities of the client. */
export const ClientSessionCapabilities: TypeReader<ClientSessionCapabilities> = {
  name: 'ClientSessionCapabilities',
  is: isClientSessionCapabilities,
  decode: (value, reading) => decode(isClientSessionCapabilities, ClientSessionCapabilitiesShape, value, reading),
  shape: ClientSessionCapabilitiesShape,
};

/** Capabilities of the client. */
export interface ClientCapabilities {
  /** Reading and writing files. */
  readonly fs?: FileSystemCapabilities;
  /** Whether the client supports all `terminal/*` requests. */
  readonly terminal?: boolean;
  /** Authentication capabilities. */
  readonly auth?: AuthCapabilities;
  /** Session capabilities of the client. */
  readonly session?: ClientSessionCapabilities | null;
  /** Present if the client supports elicitation. */
  readonly elicitation?: ElicitationCapabilities | null;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link ClientCapabilities}. */
export function isClientCapabilities(value: unknown): value is ClientCapabilities {
  return isObject(value) &&
    (value.fs === undefined || isFileSystemCapabilities(value.fs)) &&
    (value.terminal === undefined || typeof value.terminal === 'boolean') &&
    (value.auth === undefined || isAuthCapabilities(value.auth)) &&
    (value.session === undefined || value.session === null || isClientSessionCapabilities(value.session)) &&
    (value.elicitation === undefined || value.elicitation === null || isElicitationCapabilities(value.elicitation)) &&
    isMeta(value._meta);
}

/** The shape of {@link ClientCapabilities}, as data. */
export const ClientCapabilitiesShape: RecordShape = {
  is: 'record',
  fields: {
    fs: { of: FileSystemCapabilitiesShape, optional: true, lenient: true },
    terminal: { of: { is: 'boolean' }, optional: true, lenient: true },
    auth: { of: AuthCapabilitiesShape, optional: true, lenient: true },
    session: { of: { is: 'nullable', of: ClientSessionCapabilitiesShape }, optional: true, lenient: true },
    elicitation: { of: { is: 'nullable', of: ElicitationCapabilitiesShape }, optional: true, lenient: true },
    _meta: lenientMetaField,
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
    _meta: lenientMetaField,
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
    loadSession: { of: { is: 'boolean' }, optional: true, lenient: true },
    promptCapabilities: { of: PromptCapabilitiesShape, optional: true, lenient: true },
    mcpCapabilities: { of: McpCapabilitiesShape, optional: true, lenient: true },
    sessionCapabilities: { of: SessionCapabilitiesShape, optional: true, lenient: true },
    auth: { of: AgentAuthCapabilitiesShape, optional: true, lenient: true },
    _meta: lenientMetaField,
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
    clientCapabilities: { of: ClientCapabilitiesShape, optional: true, lenient: true },
    clientInfo: { of: { is: 'nullable', of: ImplementationShape }, optional: true, lenient: true },
    _meta: lenientMetaField,
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
    agentCapabilities: { of: AgentCapabilitiesShape, optional: true, lenient: true },
    authMethods: { of: { is: 'list', of: AuthMethodShape }, optional: true, lenient: true },
    agentInfo: { of: { is: 'nullable', of: ImplementationShape }, optional: true, lenient: true },
    _meta: lenientMetaField,
  },
};

/** The version that the agent chose, and what the agent supports. */
export const InitializeResponse: TypeReader<InitializeResponse> = {
  name: 'InitializeResponse',
  is: isInitializeResponse,
  decode: (value, reading) => decode(isInitializeResponse, InitializeResponseShape, value, reading),
  shape: InitializeResponseShape,
};

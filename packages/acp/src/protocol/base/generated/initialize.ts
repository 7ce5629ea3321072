// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { isInteger, isMeta, isObject, type Meta } from '../../reading/guard.ts';
import { metaField } from '../../reading/meta.ts';
import { type TypeReader } from '../../reading/method.ts';
import { type RecordShape, type Shape } from '../../reading/shape.ts';

/** Version of the protocol. Each breaking change adds one. */
export type ProtocolVersion = number;

/** Returns whether a value is a valid {@link ProtocolVersion}. */
export function isProtocolVersion(value: unknown): value is ProtocolVersion {
  return isInteger(value, 0, 65535);
}

/** The shape of {@link ProtocolVersion}, as data. */
export const ProtocolVersionShape: Shape = { is: 'integer', min: 0, max: 65535 };

/** Version of the protocol. Each breaking change adds one. */
export const ProtocolVersion: TypeReader<ProtocolVersion> = {
  name: 'ProtocolVersion',
  is: isProtocolVersion,
  decode: (value, reading) => decode(isProtocolVersion, ProtocolVersionShape, value, reading),
  shape: ProtocolVersionShape,
};

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
    title: { of: { is: 'nullable', of: { is: 'string' } }, optional: true },
    version: { of: { is: 'string' } },
    _meta: metaField,
  },
};

/** The program on one side of the connection. */
export const Implementation: TypeReader<Implementation> = {
  name: 'Implementation',
  is: isImplementation,
  decode: (value, reading) => decode(isImplementation, ImplementationShape, value, reading),
  shape: ImplementationShape,
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
    _meta: metaField,
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
    _meta: metaField,
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
    _meta: metaField,
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
    _meta: metaField,
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
    _meta: metaField,
  },
};

/** Marks that the agent supports `session/close`. */
export const SessionCloseCapabilities: TypeReader<SessionCloseCapabilities> = {
  name: 'SessionCloseCapabilities',
  is: isSessionCloseCapabilities,
  decode: (value, reading) => decode(isSessionCloseCapabilities, SessionCloseCapabilitiesShape, value, reading),
  shape: SessionCloseCapabilitiesShape,
};

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

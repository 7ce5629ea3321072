// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { isInteger, isMeta, isObject, type Meta } from '../../reading/guard.ts';
import { metaField } from '../../reading/meta.ts';
import { type TypeReader } from '../../reading/method.ts';
import { type RecordShape, type Shape } from '../../reading/shape.ts';

/** A version of the protocol; each breaking change counts one up. */
export type ProtocolVersion = number;

/** Whether a value is a valid {@link ProtocolVersion}. */
export function isProtocolVersion(value: unknown): value is ProtocolVersion {
  return isInteger(value, 0, 65535);
}

/** The shape of {@link ProtocolVersion}, as data. */
export const ProtocolVersionShape: Shape = { is: 'integer', min: 0, max: 65535 };

/** A version of the protocol; each breaking change counts one up. */
export const ProtocolVersion: TypeReader<ProtocolVersion> = {
  name: 'ProtocolVersion',
  is: isProtocolVersion,
  decode: (value, reading) => decode(isProtocolVersion, ProtocolVersionShape, value, reading),
  shape: ProtocolVersionShape,
};

/** The program on one side. */
export interface Implementation {
  /** Its name, for programs. */
  readonly name: string;
  /** Its name, for people. */
  readonly title?: string | null;
  /** Its version. */
  readonly version: string;
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link Implementation}. */
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

/** The program on one side. */
export const Implementation: TypeReader<Implementation> = {
  name: 'Implementation',
  is: isImplementation,
  decode: (value, reading) => decode(isImplementation, ImplementationShape, value, reading),
  shape: ImplementationShape,
};

/** Says that `session/list` may be called. */
export interface SessionListCapabilities {
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link SessionListCapabilities}. */
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

/** Says that `session/list` may be called. */
export const SessionListCapabilities: TypeReader<SessionListCapabilities> = {
  name: 'SessionListCapabilities',
  is: isSessionListCapabilities,
  decode: (value, reading) => decode(isSessionListCapabilities, SessionListCapabilitiesShape, value, reading),
  shape: SessionListCapabilitiesShape,
};

/** Says that `session/delete` may be called. */
export interface SessionDeleteCapabilities {
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link SessionDeleteCapabilities}. */
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

/** Says that `session/delete` may be called. */
export const SessionDeleteCapabilities: TypeReader<SessionDeleteCapabilities> = {
  name: 'SessionDeleteCapabilities',
  is: isSessionDeleteCapabilities,
  decode: (value, reading) => decode(isSessionDeleteCapabilities, SessionDeleteCapabilitiesShape, value, reading),
  shape: SessionDeleteCapabilitiesShape,
};

/** Says that sessions may get directories besides their own. */
export interface SessionAdditionalDirectoriesCapabilities {
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link SessionAdditionalDirectoriesCapabilities}. */
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

/** Says that sessions may get directories besides their own. */
export const SessionAdditionalDirectoriesCapabilities: TypeReader<SessionAdditionalDirectoriesCapabilities> = {
  name: 'SessionAdditionalDirectoriesCapabilities',
  is: isSessionAdditionalDirectoriesCapabilities,
  decode: (value, reading) => decode(isSessionAdditionalDirectoriesCapabilities, SessionAdditionalDirectoriesCapabilitiesShape, value, reading),
  shape: SessionAdditionalDirectoriesCapabilitiesShape,
};

/** Says that `session/resume` may be called. */
export interface SessionResumeCapabilities {
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link SessionResumeCapabilities}. */
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

/** Says that `session/resume` may be called. */
export const SessionResumeCapabilities: TypeReader<SessionResumeCapabilities> = {
  name: 'SessionResumeCapabilities',
  is: isSessionResumeCapabilities,
  decode: (value, reading) => decode(isSessionResumeCapabilities, SessionResumeCapabilitiesShape, value, reading),
  shape: SessionResumeCapabilitiesShape,
};

/** Says that `session/close` may be called. */
export interface SessionCloseCapabilities {
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link SessionCloseCapabilities}. */
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

/** Says that `session/close` may be called. */
export const SessionCloseCapabilities: TypeReader<SessionCloseCapabilities> = {
  name: 'SessionCloseCapabilities',
  is: isSessionCloseCapabilities,
  decode: (value, reading) => decode(isSessionCloseCapabilities, SessionCloseCapabilitiesShape, value, reading),
  shape: SessionCloseCapabilitiesShape,
};

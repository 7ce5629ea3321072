// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { isListOf, isMeta, isObject, type JsonObject, type Meta } from '../../reading/guard.ts';
import { type OfLaterDraft } from '../../reading/later-draft.ts';
import { metaField } from '../../reading/meta.ts';
import { type TypeReader } from '../../reading/method.ts';
import { type RecordShape, type Shape } from '../../reading/shape.ts';
import {
  isSessionConfigSelect,
  SessionConfigSelectShape,
  type SessionConfigSelect,
  SessionConfigIdShape,
  type SessionConfigId,
  SessionConfigOptionCategoryShape,
  type SessionConfigOptionCategory,
} from '../../base/generated/config-option.ts';

/** What every {@link SessionConfigOption} has. */
export interface SessionConfigOptionCommon {
  /** The option. */
  readonly id: SessionConfigId;
  /** The label to show. */
  readonly name: string;
  /** What the option does. */
  readonly description?: string | null;
  /** What it is about. */
  readonly category?: SessionConfigOptionCategory | null;
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** The variants of {@link SessionConfigOption} that the draft defines. */
export type KnownSessionConfigOption =
  | (SessionConfigOptionCommon & { readonly type: 'select' } & SessionConfigSelect);

/** Any other variant of {@link SessionConfigOption}, kept as it came: an extension if its tag begins with `_`, else one of a later draft. */
export type UnknownSessionConfigOption =
  | (SessionConfigOptionCommon & {
      readonly type: `_${string}`;
      readonly [key: string]: unknown;
    })
  | (SessionConfigOptionCommon & OfLaterDraft & {
      readonly type: string;
      readonly [key: string]: unknown;
    });

/** Something of the session that the person can set. */
export type SessionConfigOption = KnownSessionConfigOption | UnknownSessionConfigOption;

/** Whether the draft defines this variant; false for what is kept as it came. */
export function isKnownSessionConfigOption(value: SessionConfigOption): value is KnownSessionConfigOption {
  return value.type === 'select';
}

function isSessionConfigOptionCommon(value: unknown): value is JsonObject {
  return isObject(value) &&
    typeof value.id === 'string' &&
    typeof value.name === 'string' &&
    (value.description === undefined || value.description === null || typeof value.description === 'string') &&
    (value.category === undefined || value.category === null || typeof value.category === 'string') &&
    isMeta(value._meta);
}

/** Whether a value is a valid {@link SessionConfigOption}. */
export function isSessionConfigOption(value: unknown): value is SessionConfigOption {
  if (!isSessionConfigOptionCommon(value)) return false;
  switch (value.type) {
    case 'select':
      return isSessionConfigSelect(value);
    default:
      return typeof value.type === 'string';
  }
}

/** The shape of {@link SessionConfigOption}, as data. */
export const SessionConfigOptionShape: Shape = {
  is: 'tagged',
  tag: 'type',
  variants: {
    select: SessionConfigSelectShape,
  },
  common: {
  is: 'record',
  fields: {
    id: { of: SessionConfigIdShape },
    name: { of: { is: 'string' } },
    description: { of: { is: 'nullable', of: { is: 'string' } }, optional: true },
    category: { of: { is: 'nullable', of: SessionConfigOptionCategoryShape }, optional: true, lenient: true },
    _meta: metaField,
  },
},
  rest: { is: 'record', fields: {} },
};

/** Something of the session that the person can set. */
export const SessionConfigOption: TypeReader<SessionConfigOption> = {
  name: 'SessionConfigOption',
  is: isSessionConfigOption,
  decode: (value, reading) => decode(isSessionConfigOption, SessionConfigOptionShape, value, reading),
  shape: SessionConfigOptionShape,
};

/** The configuration after an option was set. */
export interface SetSessionConfigOptionResponse {
  /** All options with their values; one may have changed others. */
  readonly configOptions: readonly SessionConfigOption[];
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link SetSessionConfigOptionResponse}. */
export function isSetSessionConfigOptionResponse(value: unknown): value is SetSessionConfigOptionResponse {
  return isObject(value) &&
    isListOf(value.configOptions, isSessionConfigOption) &&
    isMeta(value._meta);
}

/** The shape of {@link SetSessionConfigOptionResponse}, as data. */
export const SetSessionConfigOptionResponseShape: RecordShape = {
  is: 'record',
  fields: {
    configOptions: { of: { is: 'list', of: SessionConfigOptionShape }, lenient: true },
    _meta: metaField,
  },
};

/** The configuration after an option was set. */
export const SetSessionConfigOptionResponse: TypeReader<SetSessionConfigOptionResponse> = {
  name: 'SetSessionConfigOptionResponse',
  is: isSetSessionConfigOptionResponse,
  decode: (value, reading) => decode(isSetSessionConfigOptionResponse, SetSessionConfigOptionResponseShape, value, reading),
  shape: SetSessionConfigOptionResponseShape,
};

/** The configuration changed. */
export interface ConfigOptionUpdate {
  /** All options with their values. */
  readonly configOptions: readonly SessionConfigOption[];
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link ConfigOptionUpdate}. */
export function isConfigOptionUpdate(value: unknown): value is ConfigOptionUpdate {
  return isObject(value) &&
    isListOf(value.configOptions, isSessionConfigOption) &&
    isMeta(value._meta);
}

/** The shape of {@link ConfigOptionUpdate}, as data. */
export const ConfigOptionUpdateShape: RecordShape = {
  is: 'record',
  fields: {
    configOptions: { of: { is: 'list', of: SessionConfigOptionShape }, lenient: true },
    _meta: metaField,
  },
};

/** The configuration changed. */
export const ConfigOptionUpdate: TypeReader<ConfigOptionUpdate> = {
  name: 'ConfigOptionUpdate',
  is: isConfigOptionUpdate,
  decode: (value, reading) => decode(isConfigOptionUpdate, ConfigOptionUpdateShape, value, reading),
  shape: ConfigOptionUpdateShape,
};

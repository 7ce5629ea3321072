// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { isListOf, isMeta, isObject, type JsonObject, type Meta } from '../../reading/guard.ts';
import { metaField } from '../../reading/meta.ts';
import { type TypeReader } from '../../reading/method.ts';
import { type RecordShape, type TaggedShape } from '../../reading/shape.ts';
import {
  isSessionConfigSelect,
  SessionConfigSelectShape,
  type SessionConfigSelect,
  SessionConfigIdShape,
  type SessionConfigId,
  SessionConfigOptionCategoryShape,
  type SessionConfigOptionCategory,
} from '../../base/generated/config-option.ts';
export {
  SessionConfigId,
  SessionConfigValueId,
  SessionConfigGroupId,
  SessionConfigOptionCategory,
  isKnownSessionConfigOptionCategory,
  type KnownSessionConfigOptionCategory,
  type UnknownSessionConfigOptionCategory,
  SessionConfigSelectOption,
  SessionConfigSelectGroup,
  SessionConfigSelectOptions,
  SessionConfigSelect,
  SetSessionConfigOptionRequest,
} from '../../base/generated/config-option.ts';

/** Fields that every {@link SessionConfigOption} has. */
export interface SessionConfigOptionCommon {
  /** Id of the option. */
  readonly id: SessionConfigId;
  /** Label to show. */
  readonly name: string;
  /** What the option does. */
  readonly description?: string | null;
  /** What the option is about. */
  readonly category?: SessionConfigOptionCategory | null;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** A setting of the session that the user can change. */
export type SessionConfigOption =
  | (SessionConfigOptionCommon & { readonly type: 'select' } & SessionConfigSelect);

function isSessionConfigOptionCommon(value: unknown): value is JsonObject {
  return isObject(value) &&
    typeof value.id === 'string' &&
    typeof value.name === 'string' &&
    (value.description === undefined || value.description === null || typeof value.description === 'string') &&
    (value.category === undefined || value.category === null || typeof value.category === 'string') &&
    isMeta(value._meta);
}

/** Returns whether a value is a valid {@link SessionConfigOption}. */
export function isSessionConfigOption(value: unknown): value is SessionConfigOption {
  if (!isSessionConfigOptionCommon(value)) return false;
  switch (value.type) {
    case 'select':
      return isSessionConfigSelect(value);
    default:
      return false;
  }
}

/** The shape of {@link SessionConfigOption}, as data. */
export const SessionConfigOptionShape: TaggedShape = {
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
};

/** A setting of the session that the user can change. */
export const SessionConfigOption: TypeReader<SessionConfigOption> = {
  name: 'SessionConfigOption',
  is: isSessionConfigOption,
  decode: (value, reading) => decode(isSessionConfigOption, SessionConfigOptionShape, value, reading),
  shape: SessionConfigOptionShape,
};

/** The configuration after an option was set. */
export interface SetSessionConfigOptionResponse {
  /** All options. Setting one may have changed others. */
  readonly configOptions: readonly SessionConfigOption[];
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link SetSessionConfigOptionResponse}. */
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
  /** All options with their current values. */
  readonly configOptions: readonly SessionConfigOption[];
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link ConfigOptionUpdate}. */
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

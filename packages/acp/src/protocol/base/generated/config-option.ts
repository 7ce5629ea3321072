// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { isListOf, isMeta, isObject, type JsonObject, type Meta } from '../../reading/guard.ts';
import { type OfLaterDraft } from '../../reading/later-draft.ts';
import { metaField } from '../../reading/meta.ts';
import { type TypeReader } from '../../reading/method.ts';
import { type RecordShape, type Shape, type TaggedShape } from '../../reading/shape.ts';
import { SessionIdShape, type SessionId } from './session-setup.ts';

/** Id of a configuration option, unique within its session. */
export type SessionConfigId = string;

/** Returns whether a value is a valid {@link SessionConfigId}. */
export function isSessionConfigId(value: unknown): value is SessionConfigId {
  return typeof value === 'string';
}

/** The shape of {@link SessionConfigId}, as data. */
export const SessionConfigIdShape: Shape = { is: 'string', must: 'id' };

/** Id of a configuration option, unique within its session. */
export const SessionConfigId: TypeReader<SessionConfigId> = {
  name: 'SessionConfigId',
  is: isSessionConfigId,
  decode: (value, reading) => decode(isSessionConfigId, SessionConfigIdShape, value, reading),
  shape: SessionConfigIdShape,
};

/** Id of a value of a configuration option. */
export type SessionConfigValueId = string;

/** Returns whether a value is a valid {@link SessionConfigValueId}. */
export function isSessionConfigValueId(value: unknown): value is SessionConfigValueId {
  return typeof value === 'string';
}

/** The shape of {@link SessionConfigValueId}, as data. */
export const SessionConfigValueIdShape: Shape = { is: 'string', must: 'id' };

/** Id of a value of a configuration option. */
export const SessionConfigValueId: TypeReader<SessionConfigValueId> = {
  name: 'SessionConfigValueId',
  is: isSessionConfigValueId,
  decode: (value, reading) => decode(isSessionConfigValueId, SessionConfigValueIdShape, value, reading),
  shape: SessionConfigValueIdShape,
};

/** Id of a group of values of a configuration option. */
export type SessionConfigGroupId = string;

/** Returns whether a value is a valid {@link SessionConfigGroupId}. */
export function isSessionConfigGroupId(value: unknown): value is SessionConfigGroupId {
  return typeof value === 'string';
}

/** The shape of {@link SessionConfigGroupId}, as data. */
export const SessionConfigGroupIdShape: Shape = { is: 'string', must: 'id' };

/** Id of a group of values of a configuration option. */
export const SessionConfigGroupId: TypeReader<SessionConfigGroupId> = {
  name: 'SessionConfigGroupId',
  is: isSessionConfigGroupId,
  decode: (value, reading) => decode(isSessionConfigGroupId, SessionConfigGroupIdShape, value, reading),
  shape: SessionConfigGroupIdShape,
};

/** The values of {@link SessionConfigOptionCategory} that the protocol defines. */
export type KnownSessionConfigOptionCategory =
  /** How the agent behaves. */
  | 'mode'
  /** Which model it uses. */
  | 'model'
  /** A setting of the model. */
  | 'model_config'
  /** How much the model reasons. */
  | 'thought_level';
/** Any other value of {@link SessionConfigOptionCategory}: an extension if it begins with `_`, otherwise a value of a later draft. */
export type UnknownSessionConfigOptionCategory = string & Record<never, never>;

/** What an option is about. Only a hint for placing it on the screen. */
export type SessionConfigOptionCategory = KnownSessionConfigOptionCategory | UnknownSessionConfigOptionCategory;

/** Returns whether the protocol defines this value. */
export function isKnownSessionConfigOptionCategory(value: SessionConfigOptionCategory): value is KnownSessionConfigOptionCategory {
  return value === 'mode' || value === 'model' || value === 'model_config' || value === 'thought_level';
}

/** Returns whether a value is a valid {@link SessionConfigOptionCategory}. */
export function isSessionConfigOptionCategory(value: unknown): value is SessionConfigOptionCategory {
  return typeof value === 'string';
}

/** The shape of {@link SessionConfigOptionCategory}, as data. */
export const SessionConfigOptionCategoryShape: Shape = { is: 'enum', values: ['mode', 'model', 'model_config', 'thought_level'], open: true };

/** What an option is about. Only a hint for placing it on the screen. */
export const SessionConfigOptionCategory: TypeReader<SessionConfigOptionCategory> = {
  name: 'SessionConfigOptionCategory',
  is: isSessionConfigOptionCategory,
  decode: (value, reading) => decode(isSessionConfigOptionCategory, SessionConfigOptionCategoryShape, value, reading),
  shape: SessionConfigOptionCategoryShape,
};

/** A value to choose. */
export interface SessionConfigSelectOption {
  /** Id of the value, for the request that sets it. */
  readonly value: SessionConfigValueId;
  /** Label to show. */
  readonly name: string;
  /** What choosing this value does. */
  readonly description?: string | null;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link SessionConfigSelectOption}. */
export function isSessionConfigSelectOption(value: unknown): value is SessionConfigSelectOption {
  return isObject(value) &&
    typeof value.value === 'string' &&
    typeof value.name === 'string' &&
    (value.description === undefined || value.description === null || typeof value.description === 'string') &&
    isMeta(value._meta);
}

/** The shape of {@link SessionConfigSelectOption}, as data. */
export const SessionConfigSelectOptionShape: RecordShape = {
  is: 'record',
  fields: {
    value: { of: SessionConfigValueIdShape },
    name: { of: { is: 'string' } },
    description: { of: { is: 'nullable', of: { is: 'string' } }, optional: true },
    _meta: metaField,
  },
};

/** A value to choose. */
export const SessionConfigSelectOption: TypeReader<SessionConfigSelectOption> = {
  name: 'SessionConfigSelectOption',
  is: isSessionConfigSelectOption,
  decode: (value, reading) => decode(isSessionConfigSelectOption, SessionConfigSelectOptionShape, value, reading),
  shape: SessionConfigSelectOptionShape,
};

/** A group of values under one heading. */
export interface SessionConfigSelectGroup {
  /** Id of the group. */
  readonly group: SessionConfigGroupId;
  /** Heading to show. */
  readonly name: string;
  /** Values of the group. */
  readonly options: readonly SessionConfigSelectOption[];
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link SessionConfigSelectGroup}. */
export function isSessionConfigSelectGroup(value: unknown): value is SessionConfigSelectGroup {
  return isObject(value) &&
    typeof value.group === 'string' &&
    typeof value.name === 'string' &&
    isListOf(value.options, isSessionConfigSelectOption) &&
    isMeta(value._meta);
}

/** The shape of {@link SessionConfigSelectGroup}, as data. */
export const SessionConfigSelectGroupShape: RecordShape = {
  is: 'record',
  fields: {
    group: { of: SessionConfigGroupIdShape },
    name: { of: { is: 'string' } },
    options: { of: { is: 'list', of: SessionConfigSelectOptionShape } },
    _meta: metaField,
  },
};

/** A group of values under one heading. */
export const SessionConfigSelectGroup: TypeReader<SessionConfigSelectGroup> = {
  name: 'SessionConfigSelectGroup',
  is: isSessionConfigSelectGroup,
  decode: (value, reading) => decode(isSessionConfigSelectGroup, SessionConfigSelectGroupShape, value, reading),
  shape: SessionConfigSelectGroupShape,
};

/** All values to choose from, in groups or without. */
export type SessionConfigSelectOptions =
  | readonly SessionConfigSelectOption[]
  | readonly SessionConfigSelectGroup[];

/** Returns whether a value is a valid {@link SessionConfigSelectOptions}. */
export function isSessionConfigSelectOptions(value: unknown): value is SessionConfigSelectOptions {
  return isListOf(value, isSessionConfigSelectOption) || isListOf(value, isSessionConfigSelectGroup);
}

/** The shape of {@link SessionConfigSelectOptions}, as data. */
export const SessionConfigSelectOptionsShape: Shape = { is: 'keyed', by: { value: SessionConfigSelectOptionShape, group: SessionConfigSelectGroupShape }, lists: true };

/** All values to choose from, in groups or without. */
export const SessionConfigSelectOptions: TypeReader<SessionConfigSelectOptions> = {
  name: 'SessionConfigSelectOptions',
  is: isSessionConfigSelectOptions,
  decode: (value, reading) => decode(isSessionConfigSelectOptions, SessionConfigSelectOptionsShape, value, reading),
  shape: SessionConfigSelectOptionsShape,
};

/** An option with one of several values. */
export interface SessionConfigSelect {
  /** Current value. */
  readonly currentValue: SessionConfigValueId;
  /** Values to choose from. */
  readonly options: SessionConfigSelectOptions;
}

/** Returns whether a value is a valid {@link SessionConfigSelect}. */
export function isSessionConfigSelect(value: unknown): value is SessionConfigSelect {
  return isObject(value) &&
    typeof value.currentValue === 'string' &&
    isSessionConfigSelectOptions(value.options);
}

/** The shape of {@link SessionConfigSelect}, as data. */
export const SessionConfigSelectShape: RecordShape = {
  is: 'record',
  fields: {
    currentValue: { of: SessionConfigValueIdShape },
    options: { of: SessionConfigSelectOptionsShape },
  },
};

/** An option with one of several values. */
export const SessionConfigSelect: TypeReader<SessionConfigSelect> = {
  name: 'SessionConfigSelect',
  is: isSessionConfigSelect,
  decode: (value, reading) => decode(isSessionConfigSelect, SessionConfigSelectShape, value, reading),
  shape: SessionConfigSelectShape,
};

/** An option that is on or off. */
export interface SessionConfigBoolean {
  /** Whether the option is on. */
  readonly currentValue: boolean;
}

/** Returns whether a value is a valid {@link SessionConfigBoolean}. */
export function isSessionConfigBoolean(value: unknown): value is SessionConfigBoolean {
  return isObject(value) &&
    typeof value.currentValue === 'boolean';
}

/** The shape of {@link SessionConfigBoolean}, as data. */
export const SessionConfigBooleanShape: RecordShape = {
  is: 'record',
  fields: {
    currentValue: { of: { is: 'boolean' } },
  },
};

/** An option that is on or off. */
export const SessionConfigBoolean: TypeReader<SessionConfigBoolean> = {
  name: 'SessionConfigBoolean',
  is: isSessionConfigBoolean,
  decode: (value, reading) => decode(isSessionConfigBoolean, SessionConfigBooleanShape, value, reading),
  shape: SessionConfigBooleanShape,
};

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

/** The variants of {@link SessionConfigOption} that the protocol defines. */
export type KnownSessionConfigOption =
  | (SessionConfigOptionCommon & { readonly type: 'select' } & SessionConfigSelect);

/** Any other variant of {@link SessionConfigOption}: an extension if its tag begins with `_`, otherwise a variant of a later draft. */
export type UnknownSessionConfigOption =
  | (SessionConfigOptionCommon & {
      readonly type: `_${string}`;
      readonly [key: string]: unknown;
    })
  | (SessionConfigOptionCommon & OfLaterDraft & {
      readonly type: string;
      readonly [key: string]: unknown;
    });

/** A setting of the session that the user can change. */
export type SessionConfigOption = KnownSessionConfigOption | UnknownSessionConfigOption;

/** Returns whether the protocol defines this variant; `false` for an extension or a variant of a later draft. */
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

/** Returns whether a value is a valid {@link SessionConfigOption}. */
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
  rest: { is: 'record', fields: {} },
};

/** A setting of the session that the user can change. */
export const SessionConfigOption: TypeReader<SessionConfigOption> = {
  name: 'SessionConfigOption',
  is: isSessionConfigOption,
  decode: (value, reading) => decode(isSessionConfigOption, SessionConfigOptionShape, value, reading),
  shape: SessionConfigOptionShape,
};

/** Sets a configuration option. */
export interface SetSessionConfigOptionRequest {
  /** Id of the session. */
  readonly sessionId: SessionId;
  /** Id of the option. */
  readonly configId: SessionConfigId;
  /** New value. */
  readonly value: SessionConfigValueId;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link SetSessionConfigOptionRequest}. */
export function isSetSessionConfigOptionRequest(value: unknown): value is SetSessionConfigOptionRequest {
  return isObject(value) &&
    typeof value.sessionId === 'string' &&
    typeof value.configId === 'string' &&
    typeof value.value === 'string' &&
    isMeta(value._meta);
}

/** The shape of {@link SetSessionConfigOptionRequest}, as data. */
export const SetSessionConfigOptionRequestShape: RecordShape = {
  is: 'record',
  fields: {
    sessionId: { of: SessionIdShape },
    configId: { of: SessionConfigIdShape },
    value: { of: SessionConfigValueIdShape },
    _meta: metaField,
  },
};

/** Sets a configuration option. */
export const SetSessionConfigOptionRequest: TypeReader<SetSessionConfigOptionRequest> = {
  name: 'SetSessionConfigOptionRequest',
  is: isSetSessionConfigOptionRequest,
  decode: (value, reading) => decode(isSetSessionConfigOptionRequest, SetSessionConfigOptionRequestShape, value, reading),
  shape: SetSessionConfigOptionRequestShape,
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

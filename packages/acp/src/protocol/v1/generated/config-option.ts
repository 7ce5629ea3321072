// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { isListOf, isMeta, isObject, type JsonObject, type Meta } from '../../reading/guard.ts';
import { lenientMetaField } from '../../reading/meta.ts';
import { type TypeReader } from '../../reading/method.ts';
import { type RecordShape, type Shape, type TaggedShape } from '../../reading/shape.ts';
import {
  SessionConfigValueIdShape,
  type SessionConfigValueId,
  SessionConfigGroupIdShape,
  type SessionConfigGroupId,
  isSessionConfigBoolean,
  SessionConfigBooleanShape,
  type SessionConfigBoolean,
  SessionConfigIdShape,
  type SessionConfigId,
  SessionConfigOptionCategoryShape,
  type SessionConfigOptionCategory,
} from '../../base/generated/config-option.ts';
import { SessionIdShape, type SessionId } from '../../base/generated/session-setup.ts';
export {
  SessionConfigId,
  SessionConfigValueId,
  SessionConfigGroupId,
  SessionConfigOptionCategory,
  isKnownSessionConfigOptionCategory,
  type KnownSessionConfigOptionCategory,
  type UnknownSessionConfigOptionCategory,
  SessionConfigBoolean,
} from '../../base/generated/config-option.ts';

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
    description: { of: { is: 'nullable', of: { is: 'string' } }, optional: true, lenient: true },
    _meta: lenientMetaField,
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
    options: { of: { is: 'list', of: SessionConfigSelectOptionShape }, lenient: true },
    _meta: lenientMetaField,
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
  | (SessionConfigOptionCommon & { readonly type: 'select' } & SessionConfigSelect)
  | (SessionConfigOptionCommon & { readonly type: 'boolean' } & SessionConfigBoolean);

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
    case 'boolean':
      return isSessionConfigBoolean(value);
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
    boolean: SessionConfigBooleanShape,
  },
  common: {
  is: 'record',
  fields: {
    id: { of: SessionConfigIdShape },
    name: { of: { is: 'string' } },
    description: { of: { is: 'nullable', of: { is: 'string' } }, optional: true, lenient: true },
    category: { of: { is: 'nullable', of: SessionConfigOptionCategoryShape }, optional: true, lenient: true },
    _meta: lenientMetaField,
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

/** Fields that every {@link SetSessionConfigOptionRequest} has. */
export interface SetSessionConfigOptionRequestCommon {
  /** Id of the session. */
  readonly sessionId: SessionId;
  /** Id of the option. */
  readonly configId: SessionConfigId;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Sets a configuration option. */
export type SetSessionConfigOptionRequest =
  | (SetSessionConfigOptionRequestCommon & { readonly type: 'boolean' } & {
  /** Whether the option is to be on. */
  readonly value: boolean;
})
  | (SetSessionConfigOptionRequestCommon & { readonly type?: unknown } & {
  /** Id of the new value. */
  readonly value: SessionConfigValueId;
});

function isSetSessionConfigOptionRequestCommon(value: unknown): value is JsonObject {
  return isObject(value) &&
    typeof value.sessionId === 'string' &&
    typeof value.configId === 'string' &&
    isMeta(value._meta);
}

/** Returns whether a value is a valid {@link SetSessionConfigOptionRequest}. */
export function isSetSessionConfigOptionRequest(value: unknown): value is SetSessionConfigOptionRequest {
  if (!isSetSessionConfigOptionRequestCommon(value)) return false;
  switch (value.type) {
    case 'boolean':
      return typeof value.value === 'boolean' || typeof value.value === 'string';
    default:
      return typeof value.value === 'string';
  }
}

/** The shape of {@link SetSessionConfigOptionRequest}, as data. */
export const SetSessionConfigOptionRequestShape: TaggedShape = {
  is: 'tagged',
  tag: 'type',
  variants: {
    boolean: {
  is: 'record',
  fields: {
    value: { of: { is: 'boolean' } },
  },
},
  },
  common: {
  is: 'record',
  fields: {
    sessionId: { of: SessionIdShape },
    configId: { of: SessionConfigIdShape },
    _meta: lenientMetaField,
  },
},
  untagged: {
  is: 'record',
  fields: {
    value: { of: SessionConfigValueIdShape },
  },
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
    _meta: lenientMetaField,
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
    _meta: lenientMetaField,
  },
};

/** The configuration changed. */
export const ConfigOptionUpdate: TypeReader<ConfigOptionUpdate> = {
  name: 'ConfigOptionUpdate',
  is: isConfigOptionUpdate,
  decode: (value, reading) => decode(isConfigOptionUpdate, ConfigOptionUpdateShape, value, reading),
  shape: ConfigOptionUpdateShape,
};

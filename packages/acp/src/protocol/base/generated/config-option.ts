// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { isListOf, isMeta, isObject, type Meta } from '../../reading/guard.ts';
import { metaField } from '../../reading/meta.ts';
import { type TypeReader } from '../../reading/method.ts';
import { type RecordShape, type Shape } from '../../reading/shape.ts';
import { SessionIdShape, type SessionId } from './session-setup.ts';

/** Names a configuration option within its session. */
export type SessionConfigId = string;

/** Whether a value is a valid {@link SessionConfigId}. */
export function isSessionConfigId(value: unknown): value is SessionConfigId {
  return typeof value === 'string';
}

/** The shape of {@link SessionConfigId}, as data. */
export const SessionConfigIdShape: Shape = { is: 'string', must: 'id' };

/** Names a configuration option within its session. */
export const SessionConfigId: TypeReader<SessionConfigId> = {
  name: 'SessionConfigId',
  is: isSessionConfigId,
  decode: (value, reading) => decode(isSessionConfigId, SessionConfigIdShape, value, reading),
  shape: SessionConfigIdShape,
};

/** Names a value of a configuration option. */
export type SessionConfigValueId = string;

/** Whether a value is a valid {@link SessionConfigValueId}. */
export function isSessionConfigValueId(value: unknown): value is SessionConfigValueId {
  return typeof value === 'string';
}

/** The shape of {@link SessionConfigValueId}, as data. */
export const SessionConfigValueIdShape: Shape = { is: 'string', must: 'id' };

/** Names a value of a configuration option. */
export const SessionConfigValueId: TypeReader<SessionConfigValueId> = {
  name: 'SessionConfigValueId',
  is: isSessionConfigValueId,
  decode: (value, reading) => decode(isSessionConfigValueId, SessionConfigValueIdShape, value, reading),
  shape: SessionConfigValueIdShape,
};

/** Names a group of values of a configuration option. */
export type SessionConfigGroupId = string;

/** Whether a value is a valid {@link SessionConfigGroupId}. */
export function isSessionConfigGroupId(value: unknown): value is SessionConfigGroupId {
  return typeof value === 'string';
}

/** The shape of {@link SessionConfigGroupId}, as data. */
export const SessionConfigGroupIdShape: Shape = { is: 'string', must: 'id' };

/** Names a group of values of a configuration option. */
export const SessionConfigGroupId: TypeReader<SessionConfigGroupId> = {
  name: 'SessionConfigGroupId',
  is: isSessionConfigGroupId,
  decode: (value, reading) => decode(isSessionConfigGroupId, SessionConfigGroupIdShape, value, reading),
  shape: SessionConfigGroupIdShape,
};

/** The values of {@link SessionConfigOptionCategory} that the draft names. */
export type KnownSessionConfigOptionCategory =
  /** How the agent behaves. */
  | 'mode'
  /** Which model it uses. */
  | 'model'
  /** A setting of the model. */
  | 'model_config'
  /** How much it reasons. */
  | 'thought_level';
/** Any other value of {@link SessionConfigOptionCategory}: an extension if it begins with `_`, else one of a later draft. */
export type UnknownSessionConfigOptionCategory = string & Record<never, never>;

/** What an option is about, for placing it on the screen only. */
export type SessionConfigOptionCategory = KnownSessionConfigOptionCategory | UnknownSessionConfigOptionCategory;

/** Whether the draft names this value. */
export function isKnownSessionConfigOptionCategory(value: SessionConfigOptionCategory): value is KnownSessionConfigOptionCategory {
  return value === 'mode' || value === 'model' || value === 'model_config' || value === 'thought_level';
}

/** Whether a value is a valid {@link SessionConfigOptionCategory}. */
export function isSessionConfigOptionCategory(value: unknown): value is SessionConfigOptionCategory {
  return typeof value === 'string';
}

/** The shape of {@link SessionConfigOptionCategory}, as data. */
export const SessionConfigOptionCategoryShape: Shape = { is: 'enum', values: ['mode', 'model', 'model_config', 'thought_level'], open: true };

/** What an option is about, for placing it on the screen only. */
export const SessionConfigOptionCategory: TypeReader<SessionConfigOptionCategory> = {
  name: 'SessionConfigOptionCategory',
  is: isSessionConfigOptionCategory,
  decode: (value, reading) => decode(isSessionConfigOptionCategory, SessionConfigOptionCategoryShape, value, reading),
  shape: SessionConfigOptionCategoryShape,
};

/** One value to choose. */
export interface SessionConfigSelectOption {
  /** The value, for the request that sets it. */
  readonly value: SessionConfigValueId;
  /** The label to show. */
  readonly name: string;
  /** What choosing it does. */
  readonly description?: string | null;
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link SessionConfigSelectOption}. */
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

/** One value to choose. */
export const SessionConfigSelectOption: TypeReader<SessionConfigSelectOption> = {
  name: 'SessionConfigSelectOption',
  is: isSessionConfigSelectOption,
  decode: (value, reading) => decode(isSessionConfigSelectOption, SessionConfigSelectOptionShape, value, reading),
  shape: SessionConfigSelectOptionShape,
};

/** Values to choose from, under a heading. */
export interface SessionConfigSelectGroup {
  /** The group. */
  readonly group: SessionConfigGroupId;
  /** The heading to show. */
  readonly name: string;
  /** The values of the group. */
  readonly options: readonly SessionConfigSelectOption[];
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link SessionConfigSelectGroup}. */
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

/** Values to choose from, under a heading. */
export const SessionConfigSelectGroup: TypeReader<SessionConfigSelectGroup> = {
  name: 'SessionConfigSelectGroup',
  is: isSessionConfigSelectGroup,
  decode: (value, reading) => decode(isSessionConfigSelectGroup, SessionConfigSelectGroupShape, value, reading),
  shape: SessionConfigSelectGroupShape,
};

/** All values to choose from, plain or in groups. */
export type SessionConfigSelectOptions =
  | readonly SessionConfigSelectOption[]
  | readonly SessionConfigSelectGroup[];

/** Whether a value is a valid {@link SessionConfigSelectOptions}. */
export function isSessionConfigSelectOptions(value: unknown): value is SessionConfigSelectOptions {
  return isListOf(value, isSessionConfigSelectOption) || isListOf(value, isSessionConfigSelectGroup);
}

/** The shape of {@link SessionConfigSelectOptions}, as data. */
export const SessionConfigSelectOptionsShape: Shape = { is: 'keyed', by: { value: SessionConfigSelectOptionShape, group: SessionConfigSelectGroupShape }, lists: true };

/** All values to choose from, plain or in groups. */
export const SessionConfigSelectOptions: TypeReader<SessionConfigSelectOptions> = {
  name: 'SessionConfigSelectOptions',
  is: isSessionConfigSelectOptions,
  decode: (value, reading) => decode(isSessionConfigSelectOptions, SessionConfigSelectOptionsShape, value, reading),
  shape: SessionConfigSelectOptionsShape,
};

/** An option with one value out of several. */
export interface SessionConfigSelect {
  /** The value in force. */
  readonly currentValue: SessionConfigValueId;
  /** The values to choose from. */
  readonly options: SessionConfigSelectOptions;
}

/** Whether a value is a valid {@link SessionConfigSelect}. */
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

/** An option with one value out of several. */
export const SessionConfigSelect: TypeReader<SessionConfigSelect> = {
  name: 'SessionConfigSelect',
  is: isSessionConfigSelect,
  decode: (value, reading) => decode(isSessionConfigSelect, SessionConfigSelectShape, value, reading),
  shape: SessionConfigSelectShape,
};

/** Sets a configuration option. */
export interface SetSessionConfigOptionRequest {
  /** The session. */
  readonly sessionId: SessionId;
  /** The option. */
  readonly configId: SessionConfigId;
  /** Its new value. */
  readonly value: SessionConfigValueId;
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link SetSessionConfigOptionRequest}. */
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

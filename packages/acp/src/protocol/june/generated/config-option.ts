// Written by `npm run generate` from generate/definitions. Do not edit.

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
  SessionConfigOption,
  isKnownSessionConfigOption,
  type KnownSessionConfigOption,
  type UnknownSessionConfigOption,
  type SessionConfigOptionCommon,
  SetSessionConfigOptionRequest,
  SetSessionConfigOptionResponse,
  ConfigOptionUpdate,
} from '../../base/generated/config-option.ts';

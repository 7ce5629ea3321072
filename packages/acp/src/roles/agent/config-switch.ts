import type { SessionConfigOptionCommon } from '../../protocol/base/generated/config-option.ts';
import type { SessionConfigOption } from '../../protocol/june/generated/config-option.ts';
import { isObject, type JsonObject } from '../../protocol/reading/guard.ts';

/** A configuration option that is on or off. Clients that know no such options get a choice of on and off. */
export interface ConfigSwitch extends SessionConfigOptionCommon {
  readonly type: 'boolean';
  readonly currentValue: boolean;
}

/** A configuration option that an agent offers. */
export type OutgoingConfigOption = SessionConfigOption | ConfigSwitch;

/** Returns whether an option is on or off. */
export function isSwitch(option: unknown): option is ConfigSwitch {
  return isObject(option) && option['type'] === 'boolean' && typeof option['currentValue'] === 'boolean';
}

/** Returns whether a value turns a switch on; `undefined` if it is no value of one. */
export function switchValue(value: unknown): boolean | undefined {
  if (value === true || value === 'true' || value === 'on') return true;
  return value === false || value === 'false' || value === 'off' ? false : undefined;
}

/** Returns a value without the switches among its options: June does not know them, and would warn of them. */
export function withoutSwitches<T>(value: T): T {
  if (!isObject(value)) return value;
  const { configOptions, update } = value as JsonObject;
  if (isObject(update)) {
    const rest = withoutSwitches(update);
    return rest === update ? value : ({ ...value, update: rest } as T);
  }
  if (!Array.isArray(configOptions) || !configOptions.some(isSwitch)) return value;
  return { ...value, configOptions: configOptions.filter((option) => !isSwitch(option)) };
}

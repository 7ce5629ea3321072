import type { Refused } from '../../pairing.ts';
import type * as june from '../june.ts';
import type { Crossing } from './crossing.ts';

/** Returns the params with which a June client's request to set an option goes to a November agent, or a refusal. */
export function settingToNovember(_crossing: Crossing, params: june.SetSessionConfigOptionRequest): object | Refused {
  return params;
}

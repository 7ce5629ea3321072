import type { Refused } from '../../pairing.ts';
import type * as november from '../november.ts';
import type { Crossing } from './crossing.ts';

/** Returns the params with which a November client's request to set an option goes to a June agent, or a refusal. */
export function settingToJune(_crossing: Crossing, params: november.SetSessionConfigOptionRequest): object | Refused {
  return params;
}

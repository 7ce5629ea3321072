import type { Refused } from '../../pairing.ts';
import type * as june from '../june.ts';
import type * as november from '../november.ts';
import { switchValue } from '../switches.ts';
import type { Crossing } from './crossing.ts';

/** Returns the params with which a June client's setting of an option reaches a November agent; a switch takes on and off only. */
export function settingToNovember(
  { session: { values } }: Crossing,
  params: june.SetSessionConfigOptionRequest,
): november.SetSessionConfigOptionRequest | Refused {
  const { value, ...rest } = params;
  const isSwitch = values.options.some(({ configId, type }) => configId === params.configId && type === 'boolean');
  if (!isSwitch) return { ...rest, type: 'id', value };
  const chosen = switchValue(value);
  if (chosen !== undefined) return { ...rest, type: 'boolean', value: chosen };
  return { error: { code: -32602, message: `The option ${params.configId} can be set to on or off only` } };
}

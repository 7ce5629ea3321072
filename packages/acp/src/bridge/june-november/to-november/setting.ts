import { selectValues } from '../../../protocol/select-values.ts';
import type { Refused } from '../../pairing.ts';
import * as june from '../june.ts';
import type * as november from '../november.ts';
import { switchWord } from '../switches.ts';
import type { Crossing } from './crossing.ts';
import { carriedSwitch } from './offers.ts';

type Option = june.SessionConfigOption;

function refused(message: string): Refused {
  return { error: { code: -32602, message } };
}

/** Returns the word that sets a June option to a boolean; `undefined` if it is no switch. */
function wordFor(option: Option | undefined, value: boolean): string | undefined {
  if (option === undefined) return undefined;
  if (option.type === 'boolean') return String(value);
  if (!june.isKnownSessionConfigOption(option)) return undefined;
  const values = new Set(selectValues(option.options).map((each) => each.value));
  return values.has('on') && values.has('off') ? switchWord(value) : undefined;
}

/** Returns the params with which a November client's setting of an option reaches a June agent. */
export function settingToJune(
  { session: { values } }: Crossing,
  params: november.SetSessionConfigOptionRequest,
): june.SetSessionConfigOptionRequest | Refused {
  const { type, value, ...rest } = params;
  const option = values.options.find(({ id }) => id === params.configId);
  const isSwitch = option !== undefined && (option.type === 'boolean' || carriedSwitch(option) !== undefined);
  if (type === 'id' && typeof value === 'string') {
    if (isSwitch) return refused(`The option ${params.configId} takes a boolean`);
    return { ...rest, value };
  }
  if (type !== 'boolean' || typeof value !== 'boolean') return refused(`There are no values of type ${type}`);
  const word = wordFor(option, value);
  return word === undefined ? refused(`The option ${params.configId} takes no boolean`) : { ...rest, value: word };
}

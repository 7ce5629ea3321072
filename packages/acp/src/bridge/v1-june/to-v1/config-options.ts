import { selectValues } from '../../../protocol/select-values.ts';
import { metaKeys, rawOf } from '../../meta-keys.ts';
import type { ClientOffers } from '../client-offers.ts';
import * as june from '../june.ts';
import * as v1 from '../v1.ts';
import type { Crossing } from './crossing.ts';

/** Returns the switch that a bridge has made a choice of on and off. */
function restoredSwitch(option: june.KnownSessionConfigOption): v1.SessionConfigOption | undefined {
  if (rawOf(option._meta)?.type !== 'boolean') return undefined;
  const { options: _, type: __, currentValue, _meta, ...rest } = option;
  const { [metaKeys.raw]: ___, ...meta } = _meta ?? {};
  const own = Object.keys(meta).length === 0 ? {} : { _meta: meta };
  return { ...rest, type: 'boolean', currentValue: currentValue === switchWords.on, ...own };
}

/** The values of a choice that stands for a switch. */
const switchWords = { on: 'on', off: 'off' } as const;

/** Returns the value that sets a switch in June, which has only strings as values. */
export function wordFor(option: june.SessionConfigOption | undefined, isOn: boolean): string {
  const isChoice = option !== undefined && june.isKnownSessionConfigOption(option);
  return isChoice ? switchWords[isOn ? 'on' : 'off'] : String(isOn);
}

/** Returns an option as v1 has it; `undefined` if v1, or the client, does not know its type. */
function carryOption(
  option: june.SessionConfigOption,
  offers: ClientOffers | undefined,
): v1.SessionConfigOption | undefined {
  const takesSwitches = offers?.switches === true;
  if (june.isKnownSessionConfigOption(option)) return (takesSwitches ? restoredSwitch(option) : undefined) ?? option;
  const isTaken = takesSwitches && option.type === 'boolean' && v1.SessionConfigOption.is(option);
  return isTaken ? (option as object as v1.SessionConfigOption) : undefined;
}

/** Returns the options that v1 and the client know, and notes the others. */
export function carryOptions(
  options: readonly june.SessionConfigOption[],
  { offers, note }: Pick<Crossing, 'offers' | 'note'>,
): readonly v1.SessionConfigOption[] {
  return options.flatMap((option) => {
    const carried = carryOption(option, offers);
    if (carried === undefined)
      note({ kind: 'loss', rule: 'config-option', path: 'configOptions', lost: option.id, done: 'left out' });
    return carried ?? [];
  });
}

/** Returns the option of a category, if there is one. */
export function optionOf(
  category: 'mode' | 'model',
  options: readonly june.SessionConfigOption[],
): june.KnownSessionConfigOption | undefined {
  return options.find(
    (option): option is june.KnownSessionConfigOption =>
      june.isKnownSessionConfigOption(option) && option.category === category,
  );
}

/** Returns the modes that a v1 client sees in place of the mode option. */
export function modesOf(options: readonly june.SessionConfigOption[]): v1.SessionModeState | undefined {
  const option = optionOf('mode', options);
  if (option === undefined) return undefined;
  const availableModes = selectValues(option.options).map(({ value, ...rest }) => ({ id: value, ...rest }));
  return { currentModeId: option.currentValue, availableModes };
}

/** Remembers the options, and sends the current mode if it is not the one that the client knows. */
export function rememberOptions(
  crossing: Crossing,
  options: readonly june.SessionConfigOption[],
  believed: string | undefined = optionOf('mode', crossing.session.options)?.currentValue,
): void {
  crossing.session.options = options;
  const current = optionOf('mode', options)?.currentValue;
  if (current === undefined || current === believed) return;
  crossing.send({ sessionUpdate: 'current_mode_update', currentModeId: current });
}

/** Sends the new state of the options. */
export function crossOptions(
  crossing: Crossing,
  update: june.KnownReceivedSessionUpdate & june.ConfigOptionUpdate,
): void {
  const options = carryOptions(update.configOptions, crossing);
  const isSame =
    options.length === update.configOptions.length &&
    options.every((option, index) => (option as object) === update.configOptions[index]);
  crossing.send(
    isSame
      ? (update as v1.ReceivedSessionUpdate)
      : { ...update, sessionUpdate: 'config_option_update', configOptions: options },
  );
  rememberOptions(crossing, update.configOptions);
}

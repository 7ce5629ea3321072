import { selectValues } from '../../../protocol/select-values.ts';
import type { TakeNote } from '../../ledger.ts';
import * as june from '../june.ts';
import type * as v1 from '../v1.ts';
import type { Crossing } from './crossing.ts';

/** Returns the options that v1 knows, and notes the others. */
export function carryOptions(
  options: readonly june.SessionConfigOption[],
  note: TakeNote,
): readonly v1.SessionConfigOption[] {
  return options.filter((option): option is june.KnownSessionConfigOption => {
    if (june.isKnownSessionConfigOption(option)) return true;
    note({ kind: 'loss', rule: 'config-option', path: 'configOptions', lost: option.id, done: 'left out' });
    return false;
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
  const options = carryOptions(update.configOptions, crossing.note);
  crossing.send(
    options.length === update.configOptions.length
      ? (update as v1.ReceivedSessionUpdate)
      : { ...update, sessionUpdate: 'config_option_update', configOptions: options },
  );
  rememberOptions(crossing, update.configOptions);
}

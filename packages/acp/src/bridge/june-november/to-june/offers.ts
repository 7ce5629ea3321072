import { isObject, type JsonObject } from '../../../protocol/reading/guard.ts';
import { renamedCommand, renamedOption } from '../../../session/november/renamed.ts';
import type { TakeNote } from '../../ledger.ts';
import { metaKeys, withMeta } from '../../meta-keys.ts';
import type * as june from '../june.ts';
import type * as november from '../november.ts';
import { switchChoices, switchWord } from '../switches.ts';
import type { Crossing } from './crossing.ts';

function optionToJune(option: november.SessionConfigOption, path: string, note: TakeNote): june.SessionConfigOption {
  const carried = renamedOption(option);
  if (option.type !== 'boolean') return carried;
  const done = 'offered as a choice between on and off';
  note({ kind: 'repair', rule: 'config-boolean', path: `${path}.type`, lost: option.type, done });
  return {
    ...carried,
    type: 'select',
    currentValue: switchWord(carried['currentValue'] === true),
    options: switchChoices,
    _meta: withMeta(option._meta, metaKeys.raw, { type: 'boolean' }),
  } as unknown as june.SessionConfigOption;
}

/** Remembers the options of a session, and returns them as June has them. */
export function optionsToJune(
  { session: { values }, note }: Crossing,
  options: readonly november.SessionConfigOption[],
): readonly june.SessionConfigOption[] {
  values.options = options;
  return options.map((option, index) => optionToJune(option, `configOptions[${index}]`, note));
}

/** Sends the options. */
export function crossOptions(crossing: Crossing, update: november.ConfigOptionUpdate): void {
  const configOptions = optionsToJune(crossing, update.configOptions);
  crossing.send({ ...update, sessionUpdate: 'config_option_update', configOptions });
}

function commandToJune(command: november.AvailableCommand, path: string, note: TakeNote): june.AvailableCommand {
  const { type, name, description, _meta } = command as november.AvailableCommand & JsonObject;
  if (type === 'command') return renamedCommand(command);
  note({ kind: 'repair', rule: 'command-kind', path: `${path}.type`, lost: type, done: 'offered as a plain command' });
  const meta = withMeta(isObject(_meta) ? _meta : undefined, metaKeys.raw, command);
  return { name: name as string, description: description as string, _meta: meta };
}

/** Returns the slash commands as June has them. */
export function commandsToJune(
  { note }: Crossing,
  commands: readonly november.AvailableCommand[],
): readonly june.AvailableCommand[] {
  return commands.map((command, index) => commandToJune(command, `availableCommands[${index}]`, note));
}

/** Sends the slash commands. */
export function crossCommands(crossing: Crossing, update: november.AvailableCommandsUpdate): void {
  const availableCommands = commandsToJune(crossing, update.availableCommands);
  crossing.send({ ...update, sessionUpdate: 'available_commands_update', availableCommands });
}

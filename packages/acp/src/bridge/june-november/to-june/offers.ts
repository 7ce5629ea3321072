import { isObject, type JsonObject } from '../../../protocol/reading/guard.ts';
import type { TakeNote } from '../../ledger.ts';
import { metaKeys, withMeta } from '../../meta-keys.ts';
import type * as june from '../june.ts';
import type * as november from '../november.ts';
import { mapped, renamed } from '../renamed.ts';
import { switchChoices, switchWord } from '../switches.ts';
import type { Crossing } from './crossing.ts';

function groupToJune(group: unknown): unknown {
  return isObject(group) && 'groupId' in group ? renamed(group, 'groupId', 'group') : group;
}

function optionToJune(option: november.SessionConfigOption, path: string, note: TakeNote): june.SessionConfigOption {
  const carried: JsonObject = renamed(option, 'configId', 'id');
  const { type, currentValue, options } = carried;
  if (type === 'boolean') {
    const done = 'offered as a choice between on and off';
    note({ kind: 'repair', rule: 'config-boolean', path: `${path}.type`, lost: type, done });
    return {
      ...carried,
      type: 'select',
      currentValue: switchWord(currentValue === true),
      options: switchChoices,
      _meta: withMeta(option._meta, metaKeys.raw, { type: 'boolean' }),
    } as unknown as june.SessionConfigOption;
  }
  if (!Array.isArray(options)) return carried as unknown as june.SessionConfigOption;
  return { ...carried, options: mapped(options, groupToJune) } as unknown as june.SessionConfigOption;
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
  const { type, ...rest } = command;
  if (type !== 'command') {
    note({
      kind: 'repair',
      rule: 'command-kind',
      path: `${path}.type`,
      lost: type,
      done: 'offered as a plain command',
    });
    const { name, description, _meta } = command as november.AvailableCommand & JsonObject;
    const meta = withMeta(isObject(_meta) ? _meta : undefined, metaKeys.raw, command);
    return { name: name as string, description: description as string, _meta: meta };
  }
  const { input } = rest as { readonly input?: JsonObject | null };
  if (input === undefined || input === null || input['type'] !== 'text') return rest as june.AvailableCommand;
  const { type: _, ...plain } = input;
  return { ...rest, input: plain } as unknown as june.AvailableCommand;
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

import { isObject, type JsonObject } from '../../../protocol/reading/guard.ts';
import { renamed } from '../../../session/november/renamed.ts';
import { metaKeys, rawOf, withoutMeta } from '../../meta-keys.ts';
import type * as june from '../june.ts';
import { mapped } from '../mapped.ts';
import * as november from '../november.ts';
import { switchValue } from '../switches.ts';
import type { Crossing } from './crossing.ts';
import { sendChecked } from './sending.ts';

type Option = june.SessionConfigOption;

/** Returns the value of a switch that a bridge has offered as a choice; `undefined` for any other option. */
export function carriedSwitch(option: Option): boolean | undefined {
  const { type, currentValue, _meta } = option as Option & JsonObject;
  return type === 'select' && rawOf(_meta)?.type === 'boolean' ? switchValue(currentValue) : undefined;
}

function groupToNovember(group: unknown): unknown {
  return isObject(group) && 'group' in group ? renamed(group, 'group', 'groupId') : group;
}

function optionToNovember(option: Option): JsonObject {
  const carried: JsonObject = renamed(option, 'id', 'configId');
  const value = carriedSwitch(option);
  if (value !== undefined) {
    const { options: _, _meta, ...rest } = carried;
    const meta = withoutMeta(_meta as JsonObject, metaKeys.raw);
    return { ...rest, type: 'boolean', currentValue: value, ...(meta === undefined ? {} : { _meta: meta }) };
  }
  const { options } = carried;
  return Array.isArray(options) ? { ...carried, options: mapped(options, groupToNovember) } : carried;
}

/** Remembers the options of a session, and returns them as November has them; an option that November does not take is left out. */
export function optionsToNovember(
  { session: { values }, note }: Crossing,
  options: readonly Option[],
): readonly november.SessionConfigOption[] {
  values.options = options;
  return options.flatMap((option, index) => {
    const carried: unknown = optionToNovember(option);
    if (november.SessionConfigOption.is(carried)) return [carried];
    note({ kind: 'loss', rule: 'config-option', path: `configOptions[${index}]`, lost: option.id, done: 'left out' });
    return [];
  });
}

/** Sends the options. */
export function crossOptions(crossing: Crossing, update: june.ConfigOptionUpdate): void {
  const configOptions = optionsToNovember(crossing, update.configOptions);
  sendChecked(crossing, { ...update, configOptions });
}

function commandToNovember(command: june.AvailableCommand): november.AvailableCommand {
  const raw = rawOf(command._meta);
  if (raw?.type !== 'command' && november.AvailableCommand.is(raw) && raw.name === command.name) return raw;
  // A command that has a tag already is one of November.
  if (november.AvailableCommand.is(command)) return command;
  const { input, ...rest } = command as Omit<june.AvailableCommand, 'input'> & { readonly input?: JsonObject | null };
  const tagged = { ...rest, type: 'command' };
  if (input === undefined || input === null) return tagged as unknown as november.AvailableCommand;
  const typed = input['type'] === undefined ? { type: 'text', ...input } : input;
  return { ...tagged, input: typed } as unknown as november.AvailableCommand;
}

function commandsToNovember(commands: readonly june.AvailableCommand[]): readonly november.AvailableCommand[] {
  return commands.map(commandToNovember);
}

/** Sends the slash commands. */
export function crossCommands(crossing: Crossing, update: june.AvailableCommandsUpdate): void {
  const availableCommands = commandsToNovember(update.availableCommands);
  sendChecked(crossing, { ...update, availableCommands });
}

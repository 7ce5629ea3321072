import { type Conversion, converted, convertedList, within } from '../../conversion.ts';
import type * as june from '../june.ts';
import type * as v1 from '../v1.ts';

/** A slash command as v2 has it: its input loses a stray `type`, which v2 would read as an unknown form (T6). */
export function availableCommandToV2(command: v1.AvailableCommand): Conversion<june.AvailableCommand> {
  const { input } = command;
  if (input === undefined || input === null || !('type' in input)) return converted(command);
  const { type: _, ...plain } = input;
  return converted({ ...command, input: plain });
}

/** The list of slash commands as v2 has it. */
export function availableCommandsUpdateToV2(
  update: v1.AvailableCommandsUpdate,
): Conversion<june.AvailableCommandsUpdate> {
  const commands = within('availableCommands', convertedList(update.availableCommands, availableCommandToV2));
  if (!commands.ok) return commands;
  return converted({ ...update, availableCommands: commands.value });
}

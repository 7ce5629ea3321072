import { type Conversion, converted, convertedList, refused, within } from '../../conversion.ts';
import * as june from '../june.ts';
import type * as v1 from '../v1.ts';

/** A slash command as v1 has it. */
export function availableCommandToV1(command: june.AvailableCommand): Conversion<v1.AvailableCommand> {
  const { input } = command;
  if (input !== undefined && input !== null && !june.isKnownAvailableCommandInput(input)) {
    return refused('unknown-command-input', 'input.type', input.type);
  }
  return converted(command as v1.AvailableCommand);
}

/** The list of slash commands as v1 has it. */
export function availableCommandsUpdateToV1(
  update: june.AvailableCommandsUpdate,
): Conversion<v1.AvailableCommandsUpdate> {
  const commands = within('availableCommands', convertedList(update.availableCommands, availableCommandToV1));
  if (!commands.ok) return commands;
  return converted({ ...update, availableCommands: commands.value });
}

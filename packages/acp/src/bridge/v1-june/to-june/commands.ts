import type * as june from '../june.ts';
import type * as v1 from '../v1.ts';
import type { Crossing } from './crossing.ts';

type Update = v1.AvailableCommandsUpdate & { readonly sessionUpdate: 'available_commands_update' };

/** Sends the slash commands; an input loses a stray `type`, which June would read as an unknown form. */
export function crossCommands(crossing: Crossing, update: Update): void {
  let isSame = true;
  const availableCommands = update.availableCommands.map((command, index): june.AvailableCommand => {
    const { input } = command;
    if (input === undefined || input === null || !('type' in input)) return command;
    isSame = false;
    const { type, ...plain } = input;
    const path = `availableCommands[${index}].input.type`;
    crossing.note({ kind: 'repair', rule: 'command-type', path, lost: type, done: 'left out' });
    return { ...command, input: plain };
  });
  crossing.send(isSame ? (update as june.SessionUpdate) : { ...update, availableCommands });
}

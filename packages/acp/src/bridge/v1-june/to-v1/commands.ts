import { metaKeys, withMeta } from '../../meta-keys.ts';
import * as june from '../june.ts';
import type * as v1 from '../v1.ts';
import type { Crossing } from './crossing.ts';

/** Sends the slash commands; a command whose input v1 does not know is offered without it. */
export function crossCommands(
  crossing: Crossing,
  update: june.KnownReceivedSessionUpdate & june.AvailableCommandsUpdate,
): void {
  let isSame = true;
  const availableCommands = update.availableCommands.map((command, index): v1.AvailableCommand => {
    const { input, ...rest } = command;
    if (input === undefined || input === null || june.isKnownAvailableCommandInput(input)) {
      return command as v1.AvailableCommand;
    }
    isSame = false;
    const path = `availableCommands[${index}].input`;
    crossing.note({ kind: 'loss', rule: 'command-input', path, lost: input, done: 'offered without input' });
    return { ...rest, _meta: withMeta(command._meta, metaKeys.input, input) };
  });
  crossing.send(
    isSame
      ? (update as v1.ReceivedSessionUpdate)
      : { ...update, sessionUpdate: 'available_commands_update', availableCommands },
  );
}

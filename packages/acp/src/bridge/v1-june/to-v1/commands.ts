import { metaKeys, withMeta } from '../../meta-keys.ts';
import type * as june from '../june.ts';
import type * as v1 from '../v1.ts';
import { availableCommandToV1 } from './command.ts';
import type { Crossing } from './crossing.ts';

/** The slash commands on their way to v1: a command stays even where its input cannot. */
export function crossCommands(
  crossing: Crossing,
  update: june.KnownReceivedSessionUpdate & june.AvailableCommandsUpdate,
): void {
  let isSame = true;
  const availableCommands = update.availableCommands.map((command, index): v1.AvailableCommand => {
    const result = availableCommandToV1(command);
    if (result.ok) return result.value;
    isSame = false;
    const { input, ...rest } = command;
    crossing.note({
      kind: 'loss',
      rule: 'command-input',
      path: `availableCommands[${index}].input`,
      lost: input,
      done: 'offered without input',
    });
    return { ...rest, _meta: withMeta(command._meta, metaKeys.input, input) };
  });
  crossing.send(
    isSame
      ? (update as v1.ReceivedSessionUpdate)
      : { ...update, sessionUpdate: 'available_commands_update', availableCommands },
  );
}

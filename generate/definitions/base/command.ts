import { lenient, record, type Topic } from '../../language.ts';

/** Slash commands. */
export const command = {
  AvailableCommand: record('A slash command that the user can run.', {
    name: ['string', 'Name without the slash.'],
    description: ['string', 'What the command does.'],
    'input?': ['AvailableCommandInput | null', 'Input after the name. Absent if the command takes none.', lenient],
  }),
  AvailableCommandsUpdate: record('The available commands changed.', {
    availableCommands: ['AvailableCommand[]', 'All commands that are available now.', lenient],
  }),
} satisfies Topic;

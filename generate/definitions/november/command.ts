import { lenient, lenientItems, openUnion, record, type Topic } from '../../language.ts';

const named = {
  name: ['string', 'Name without the slash.'],
  description: ['string', 'What the command does.'],
} as const;

/** Slash commands in November. */
export const command = {
  TextCommandInput: record('Free text after the name of the command.', {
    hint: ['string', 'Placeholder to show while there is no input.'],
  }),
  AvailableCommandInput: openUnion('Input of a command.', { text: 'TextCommandInput' }),
  Command: record('A slash command that the user can run.', {
    ...named,
    'input?': ['AvailableCommandInput | null', 'Input after the name. Absent if the command takes none.', lenient],
  }),
  AvailableCommand: openUnion('A command of the agent.', { command: 'Command' }, { rest: named }),
  AvailableCommandsUpdate: record('The available commands changed.', {
    availableCommands: ['AvailableCommand[]', 'All commands that are available now.', lenientItems],
  }),
} satisfies Topic;

import { lenient, record, type Topic } from '../../language.ts';

/** Slash commands, alike in both versions. */
export const command: Topic = {
  AvailableCommand: record('A command that the person can call by a slash.', {
    name: ['string', 'Its name, without the slash.'],
    description: ['string', 'What it does.'],
    'input?': ['AvailableCommandInput | null', 'What may follow the name; nothing if absent.', lenient],
  }),
  AvailableCommandsUpdate: record('The commands of the session changed.', {
    availableCommands: ['AvailableCommand[]', 'All commands there are now.', lenient],
  }),
};

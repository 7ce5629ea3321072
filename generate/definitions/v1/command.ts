import { alias, record, type Topic } from '../../language.ts';

/** Slash commands in v1. */
export const command = {
  UnstructuredCommandInput: record('Free text after the name of the command.', {
    hint: ['string', 'Placeholder to show while there is no input.'],
  }),
  AvailableCommandInput: alias('Input of a command.', 'UnstructuredCommandInput'),
} satisfies Topic;

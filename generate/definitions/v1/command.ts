import { alias, record, type Topic } from '../../language.ts';

/** Slash commands, as v1 has them. */
export const command: Topic = {
  UnstructuredCommandInput: record('Whatever the person types behind the command name.', {
    hint: ['string', 'What to show while nothing is typed.'],
  }),
  AvailableCommandInput: alias('What a command takes.', 'UnstructuredCommandInput'),
};

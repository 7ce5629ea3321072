import { alias, record, type Topic } from '../../language.ts';

export const command: Topic = {
  UnstructuredCommandInput: record('Whatever the person types behind the command name.', {
    hint: ['string', 'What to show while nothing is typed.'],
  }),
  AvailableCommandInput: alias('What a command takes.', 'UnstructuredCommandInput'),
};

import { openUnion, record, type Topic } from '../../language.ts';

/** Slash commands, as v2 has them. */
export const command: Topic = {
  UnstructuredCommandInput: record(
    'Whatever the person types behind the command name.',
    { hint: ['string', 'What to show while nothing is typed.'] },
    // A `type` makes it one of the inputs that are yet to come (T6).
    { without: 'type' },
  ),
  AvailableCommandInput: openUnion('What a command takes.', {}, { untagged: 'UnstructuredCommandInput' }),
};

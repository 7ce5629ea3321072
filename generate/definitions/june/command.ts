import { openUnion, record, type Topic } from '../../language.ts';

/** Slash commands in June. */
export const command = {
  UnstructuredCommandInput: record(
    'Free text after the name of the command.',
    { hint: ['string', 'Placeholder to show while there is no input.'] },
    // A `type` makes it an input of a later draft (T6).
    { without: 'type' },
  ),
  AvailableCommandInput: openUnion('Input of a command.', {}, { untagged: 'UnstructuredCommandInput' }),
} satisfies Topic;

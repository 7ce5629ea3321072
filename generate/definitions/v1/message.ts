import { lenient, record, type Topic } from '../../language.ts';

/** Messages in v1. */
export const message = {
  ContentChunk: record('The next piece of a message.', {
    content: ['ContentBlock', 'The piece to append.'],
    'messageId?': ['MessageId | null', 'Id of the message, if the agent assigns ids.', lenient],
  }),
} satisfies Topic;

import { record, type Topic } from '../../language.ts';

/** Messages, as v1 has them. */
export const message: Topic = {
  ContentChunk: record('The next piece of a message.', {
    content: ['ContentBlock', 'The piece to append.'],
    'messageId?': ['MessageId | null', 'The message it belongs to, where the agent says so.'],
  }),
};

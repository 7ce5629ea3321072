import { lenient, record, type Topic } from '../../language.ts';

const upsert = {
  messageId: ['MessageId', 'The message to create or patch.'],
  'content?': ['ContentBlock[] | null', 'All its content, chunks included; `[]` clears as null does.', lenient],
} as const;

/** Messages, as v2 has them. */
export const message: Topic = {
  ContentChunk: record('Appends one piece to a message.', {
    content: ['ContentBlock', 'The piece to append.'],
    messageId: ['MessageId', 'The message it belongs to.'],
  }),
  UserMessage: record(
    'Creates or patches a message of the person: omitted leaves, null clears, a value replaces.',
    upsert,
  ),
  AgentMessage: record(
    'Creates or patches a message of the agent: omitted leaves, null clears, a value replaces.',
    upsert,
  ),
  AgentThought: record(
    'Creates or patches a thought of the agent: omitted leaves, null clears, a value replaces.',
    upsert,
  ),
};

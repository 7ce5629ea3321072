import { alias, lenient, record, type Topic } from '../../language.ts';

const upsert = {
  messageId: ['MessageId', 'Id of the message to create or update.'],
  'content?': ['ContentBlock[] | null', 'All content of the message. `[]` clears it, as null does.', lenient],
} as const;

/** Messages. */
export const message = {
  MessageId: alias('Id of a message, unique within its session and assigned by the agent.', 'id'),
  ContentChunk: record('Appends a piece to a message.', {
    content: ['ContentBlock', 'The piece to append.'],
    messageId: ['MessageId', 'Id of the message.'],
  }),
  UserMessage: record(
    'Creates or updates a message of the user: omitted keeps, null clears, a value replaces.',
    upsert,
  ),
  AgentMessage: record(
    'Creates or updates a message of the agent: omitted keeps, null clears, a value replaces.',
    upsert,
  ),
  AgentThought: record(
    'Creates or updates a thought of the agent: omitted keeps, null clears, a value replaces.',
    upsert,
  ),
} satisfies Topic;

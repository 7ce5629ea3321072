import { alias, type Topic } from '../../language.ts';

/** Messages. */
export const message = {
  MessageId: alias('Id of a message, unique within its session and assigned by the agent.', 'id'),
} satisfies Topic;

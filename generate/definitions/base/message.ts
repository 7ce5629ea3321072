import { alias, type Topic } from '../../language.ts';

/** Messages, alike in both versions. */
export const message: Topic = {
  MessageId: alias('Names a message within its session; only the agent makes these.', 'id'),
};

import { alias, type Topic } from '../../language.ts';

export const message: Topic = {
  MessageId: alias('Names a message within its session; only the agent makes these.', 'id'),
};

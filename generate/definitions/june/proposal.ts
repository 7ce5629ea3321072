import { openUnion, record, type Topic } from '../../language.ts';
import { sessionUpdate } from './session-update.ts';

const { SessionUpdate: draft } = sessionUpdate;
if (draft?.is !== 'tagged') throw new Error('the draft has no SessionUpdate');

/** Not part of the draft: the open proposal of a message clear, understood on receipt. */
export const proposal: Topic = {
  MessageClear: record('Clears what a message has shown so far; later chunks start from nothing.', {
    'messageId?': ['MessageId | null', 'The message to clear; the current one if omitted or null.'],
  }),
  ReceivedSessionUpdate: openUnion(
    'What a receiver understands: the updates of the draft and the proposed clears.',
    { ...draft.variants, agent_message_clear: 'MessageClear', agent_thought_clear: 'MessageClear' },
    { tag: 'sessionUpdate', anyTag: true },
  ),
  ReceivedSessionNotification: record('Something happened in a session; understands the proposed clears too.', {
    sessionId: ['SessionId', 'The session.'],
    update: ['ReceivedSessionUpdate', 'What happened.'],
  }),
};

import { record, type TaggedDefinition, type Topic } from '../../language.ts';

/** Returns the types of a proposal that is not part of a draft: updates that clear a message. They are accepted and never sent. */
export function proposalFor(draft: TaggedDefinition): Topic {
  return {
    MessageClear: record('Clears the content of a message. Later chunks start from nothing.', {
      'messageId?': ['MessageId | null', 'Id of the message. The current message if omitted or null.'],
    }),
    ReceivedSessionUpdate: {
      ...draft,
      describe: 'The session updates of the draft, and the proposed ones.',
      variants: { ...draft.variants, agent_message_clear: 'MessageClear', agent_thought_clear: 'MessageClear' },
    },
    ReceivedSessionNotification: record('An update of a session, including the proposed ones.', {
      sessionId: ['SessionId', 'Id of the session.'],
      update: ['ReceivedSessionUpdate', 'What happened.'],
    }),
  };
}

import { bareRecord, lenient, record, type Topic } from '../../language.ts';

/** Session updates, alike in both versions. */
export const sessionUpdate: Topic = {
  SessionInfoUpdate: record('Patches what is known of the session: omitted leaves, null clears, a value replaces.', {
    'title?': ['string | null', 'Its title, for people.'],
    'updatedAt?': ['string | null', 'When something last happened in it, as an ISO 8601 time.'],
  }),
  Cost: bareRecord('What the session has cost so far.', {
    amount: ['double', 'How much.'],
    currency: ['string', 'In which currency, as an ISO 4217 code.'],
  }),
  UsageUpdate: record('How full the context is, and what it has cost.', {
    used: ['uint64', 'Tokens in the context now.'],
    size: ['uint64', 'Tokens that the context can hold.'],
    'cost?': ['Cost | null', 'The cost so far.', lenient],
  }),
  SessionNotification: record('Something happened in a session.', {
    sessionId: ['SessionId', 'The session.'],
    update: ['SessionUpdate', 'What happened.'],
  }),
};

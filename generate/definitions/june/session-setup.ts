import { lenient, record, type Topic } from '../../language.ts';

const setup = {
  'configOptions?': ['SessionConfigOption[] | null', 'What can be set, with its values.', lenient],
} as const;

/** Starting, loading, listing and ending sessions, as v2 has them. */
export const sessionSetup: Topic = {
  NewSessionResponse: record('The session has started.', { sessionId: ['SessionId', 'The new session.'], ...setup }),
  LoadSessionResponse: record('The session is back and its history has been replayed.', setup),
  ResumeSessionResponse: record('The session is back.', setup),
};

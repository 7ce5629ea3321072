import { lenient, record, type Topic } from '../../language.ts';

const setup = {
  'modes?': ['SessionModeState | null', 'Modes of the session.', lenient],
  'configOptions?': ['SessionConfigOption[] | null', 'Configuration options with their values.', lenient],
} as const;

/** Starting and loading sessions in v1. */
export const sessionSetup = {
  NewSessionResponse: record('The session has started.', {
    sessionId: ['SessionId', 'Id of the new session.'],
    ...setup,
  }),
  LoadSessionResponse: record('The session is loaded and its history has been replayed.', setup),
  ResumeSessionResponse: record('The session is ready to continue.', setup),
} satisfies Topic;

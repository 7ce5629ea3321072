import { lenient, markedAs, type Topic } from '../../language.ts';
import { sessionSetup as base, setupAnswers } from '../base/session-setup.ts';

/** Starting and loading sessions in v1. */
export const sessionSetup = {
  NewSessionRequest: markedAs(base.NewSessionRequest, 'null', 'additionalDirectories', 'mcpServers'),
  LoadSessionRequest: markedAs(base.LoadSessionRequest, 'null', 'additionalDirectories', 'mcpServers'),
  ResumeSessionRequest: markedAs(base.ResumeSessionRequest, 'null', 'additionalDirectories', 'mcpServers'),
  SessionInfo: markedAs(base.SessionInfo, true, 'additionalDirectories'),
  ListSessionsResponse: markedAs(base.ListSessionsResponse, true, 'nextCursor'),
  ...setupAnswers({
    'modes?': ['SessionModeState | null', 'Modes of the session.', lenient],
    'configOptions?': ['SessionConfigOption[] | null', 'Configuration options with their values.', lenient],
  }),
} satisfies Topic;

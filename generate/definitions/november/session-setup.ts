import { alias, lenient, nullIsAbsent, openUnion, record, type Topic } from '../../language.ts';
import { sessionList } from '../base/session-setup.ts';

const sessionId = ['SessionId', 'Id of the session.'] as const;
const cwd = ['AbsolutePath', 'Working directory.'] as const;
const roots = ['AbsolutePath[]', 'Additional directories that the session may use.', nullIsAbsent] as const;
const servers = ['McpServer[]', 'MCP servers to connect to.', nullIsAbsent] as const;

const setup = {
  'configOptions?': ['SessionConfigOption[]', 'Configuration options with their values.', lenient],
  'availableCommands?': ['AvailableCommand[]', 'Commands that are available.', lenient],
} as const;

/** Starting, resuming and listing sessions in November. */
export const sessionSetup = {
  SessionListCursor: alias('A place in the list of sessions.', 'string'),
  NewSessionRequest: record('Starts a session.', {
    cwd,
    'additionalDirectories?': roots,
    'mcpServers?': servers,
  }),
  NewSessionResponse: record('The session has started.', { sessionId, ...setup }),
  ReplayFromStart: record('Replays the whole history.'),
  ReplayFrom: openUnion('Which part of the history to replay.', { start: 'ReplayFromStart' }),
  ResumeSessionRequest: record('Continues an earlier session.', {
    sessionId,
    cwd,
    'additionalDirectories?': roots,
    'mcpServers?': servers,
    'replayFrom?': ['ReplayFrom | null', 'Which part of the history to replay. Nothing if absent.'],
  }),
  ResumeSessionResponse: record('The session is ready to continue.', setup),
  ...sessionList({ path: 'AbsolutePath', cursor: 'SessionListCursor', time: 'time', cwd, roots }),
} satisfies Topic;

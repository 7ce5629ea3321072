import { alias, lenient, nullIsAbsent, openUnion, record, type Topic } from '../../language.ts';

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
  ListSessionsRequest: record('Requests a page of the sessions that the agent knows.', {
    'cwd?': ['AbsolutePath | null', 'Only sessions with this working directory.'],
    'cursor?': ['SessionListCursor | null', 'Where the page starts. The first page if absent.'],
  }),
  SessionInfo: record('An entry in a list of sessions.', {
    sessionId,
    cwd,
    'additionalDirectories?': roots,
    'title?': ['string | null', 'Title to show.', lenient],
    'updatedAt?': ['time | null', 'Time of the last activity, in ISO 8601.', lenient],
  }),
  ListSessionsResponse: record('A page of sessions.', {
    sessions: ['SessionInfo[]', 'Sessions of the page.', lenient],
    'nextCursor?': ['SessionListCursor | null', 'Where the next page starts. Absent on the last page.'],
  }),
} satisfies Topic;

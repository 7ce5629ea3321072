import { alias, type FieldText, type FieldTexts, lenient, record, type Topic } from '../../language.ts';

const sessionId = ['SessionId', 'Id of the session.'] as const;
const cwd = ['path', 'Working directory, as an absolute path.'] as const;
const roots = ['path[]', 'Additional directories that the session may use, as absolute paths.'] as const;
const servers = ['McpServer[]', 'MCP servers to connect to.'] as const;

/** Returns the answers to the requests that start or continue a session, which all have the same fields. */
export function setupAnswers(setup: FieldTexts) {
  return {
    NewSessionResponse: record('The session has started.', {
      sessionId: ['SessionId', 'Id of the new session.'],
      ...setup,
    }),
    LoadSessionResponse: record('The session is loaded and its history has been replayed.', setup),
    ResumeSessionResponse: record('The session is ready to continue.', setup),
  } satisfies Topic;
}

/** Returns the types of listing sessions. The dialects differ in how they type a path, a cursor and a time. */
export function sessionList(dialect: {
  readonly path: string;
  readonly cursor: string;
  readonly time: string;
  readonly cwd: FieldText;
  readonly roots: FieldText;
}) {
  const { path, cursor, time, cwd, roots } = dialect;
  return {
    ListSessionsRequest: record('Requests a page of the sessions that the agent knows.', {
      'cwd?': [`${path} | null`, 'Only sessions with this working directory.'],
      'cursor?': [`${cursor} | null`, 'Where the page starts, from an earlier answer. The first page if absent.'],
    }),
    SessionInfo: record('An entry in a list of sessions.', {
      sessionId,
      cwd,
      'additionalDirectories?': roots,
      'title?': ['string | null', 'Title to show.', lenient],
      'updatedAt?': [`${time} | null`, 'Time of the last activity, in ISO 8601.', lenient],
    }),
    ListSessionsResponse: record('A page of sessions.', {
      sessions: ['SessionInfo[]', 'Sessions of the page.', lenient],
      'nextCursor?': [`${cursor} | null`, 'Where the next page starts. Absent on the last page.'],
    }),
  } satisfies Topic;
}

/** Starting, loading, listing and closing sessions. */
export const sessionSetup = {
  SessionId: alias('Id of a session, assigned by the agent.', 'id'),
  NewSessionRequest: record('Starts a session.', {
    cwd,
    'additionalDirectories?': roots,
    mcpServers: servers,
  }),
  LoadSessionRequest: record('Continues an earlier session and replays its history.', {
    mcpServers: servers,
    cwd,
    'additionalDirectories?': roots,
    sessionId,
  }),
  ResumeSessionRequest: record('Continues an earlier session without replaying its history.', {
    sessionId,
    cwd,
    'additionalDirectories?': roots,
    'mcpServers?': servers,
  }),
  ...sessionList({ path: 'path', cursor: 'string', time: 'string', cwd, roots }),
  DeleteSessionRequest: record('Deletes a session.', { sessionId }),
  DeleteSessionResponse: record('The session is deleted, or did not exist.'),
  CloseSessionRequest: record('Ends the work of a session and frees its resources.', { sessionId }),
  CloseSessionResponse: record('The session is closed.'),
} satisfies Topic;

import { alias, lenient, record, type Topic } from '../../language.ts';

const sessionId = ['SessionId', 'The session.'] as const;
const cwd = ['path', 'The working directory, as an absolute path.'] as const;
const roots = ['path[]', 'Directories besides it that the session may use, as absolute paths.'] as const;
const servers = ['McpServer[]', 'The MCP servers to connect to.'] as const;

/** Starting, loading, listing and ending sessions, alike in both versions. */
export const sessionSetup: Topic = {
  SessionId: alias('Names a session of an agent.', 'id'),
  NewSessionRequest: record('Starts a session.', {
    cwd,
    'additionalDirectories?': roots,
    mcpServers: servers,
  }),
  LoadSessionRequest: record('Brings an earlier session back and replays its history.', {
    mcpServers: servers,
    cwd,
    'additionalDirectories?': roots,
    sessionId,
  }),
  ResumeSessionRequest: record('Brings an earlier session back without replaying its history.', {
    sessionId,
    cwd,
    'additionalDirectories?': roots,
    'mcpServers?': servers,
  }),
  ListSessionsRequest: record('Asks for a page of the sessions that the agent knows.', {
    'cwd?': ['path | null', 'Only sessions of this working directory.'],
    'cursor?': ['string | null', 'Where the page starts, as an earlier answer said; at the beginning if absent.'],
  }),
  SessionInfo: record('What a list says of a session.', {
    sessionId,
    cwd,
    'additionalDirectories?': roots,
    'title?': ['string | null', 'Its title, for people.', lenient],
    'updatedAt?': ['string | null', 'When something last happened in it, as an ISO 8601 time.', lenient],
  }),
  ListSessionsResponse: record('A page of sessions.', {
    sessions: ['SessionInfo[]', 'The sessions of the page.', lenient],
    'nextCursor?': ['string | null', 'Where the next page starts; there is none if absent.'],
  }),
  DeleteSessionRequest: record('Deletes a session for good.', { sessionId }),
  DeleteSessionResponse: record('The session is deleted, or was not there.'),
  CloseSessionRequest: record('Ends the work of a session and frees what it uses.', { sessionId }),
  CloseSessionResponse: record('The session is closed.'),
};

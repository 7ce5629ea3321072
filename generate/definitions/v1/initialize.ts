import { lenient, record, standsFor, type Topic } from '../../language.ts';

const noPrompt = { image: false, audio: false, embeddedContext: false };
const noMcp = { http: false, sse: false };
const noFiles = { readTextFile: false, writeTextFile: false };
const nothing = {
  loadSession: false,
  promptCapabilities: noPrompt,
  mcpCapabilities: noMcp,
  sessionCapabilities: {},
  auth: {},
};

/** The handshake, as v1 has them. */
export const initialize: Topic = {
  FileSystemCapabilities: record('Which file requests the client answers.', {
    'readTextFile?': ['boolean', 'Whether `fs/read_text_file` may be called.', standsFor(false)],
    'writeTextFile?': ['boolean', 'Whether `fs/write_text_file` may be called.', standsFor(false)],
  }),
  ClientCapabilities: record('What the client can do for the agent.', {
    'fs?': ['FileSystemCapabilities', 'Reading and writing files.', standsFor(noFiles)],
    'terminal?': ['boolean', 'Whether all `terminal/*` requests may be called.', standsFor(false)],
  }),
  PromptCapabilities: record('What a prompt may contain besides text and links.', {
    'image?': ['boolean', 'Whether pictures are taken.', standsFor(false)],
    'audio?': ['boolean', 'Whether sounds are taken.', standsFor(false)],
    'embeddedContext?': ['boolean', 'Whether embedded resources are taken.', standsFor(false)],
  }),
  McpCapabilities: record('Which MCP transports the agent speaks besides stdio.', {
    'http?': ['boolean', 'Whether HTTP servers are taken.', standsFor(false)],
    'sse?': ['boolean', 'Whether SSE servers are taken.', standsFor(false)],
  }),
  SessionCapabilities: record('Which session requests the agent answers besides the ones every agent must.', {
    'list?': ['SessionListCapabilities | null', 'Present if sessions can be listed.', lenient],
    'delete?': ['SessionDeleteCapabilities | null', 'Present if sessions can be deleted.', lenient],
    'additionalDirectories?': [
      'SessionAdditionalDirectoriesCapabilities | null',
      'Present if more directories can be given.',
      lenient,
    ],
    'resume?': ['SessionResumeCapabilities | null', 'Present if sessions can be resumed.', lenient],
    'close?': ['SessionCloseCapabilities | null', 'Present if sessions can be closed.', lenient],
  }),
  AgentCapabilities: record('What the agent can do.', {
    'loadSession?': ['boolean', 'Whether `session/load` may be called.', standsFor(false)],
    'promptCapabilities?': ['PromptCapabilities', 'What a prompt may contain.', standsFor(noPrompt)],
    'mcpCapabilities?': ['McpCapabilities', 'Which MCP servers it connects to.', standsFor(noMcp)],
    'sessionCapabilities?': ['SessionCapabilities', 'Which further session requests it answers.', standsFor({})],
    'auth?': ['AgentAuthCapabilities', 'What it can do about authentication.', standsFor({})],
  }),
  InitializeRequest: record('The first request of a connection: the client says who it is and what it can do.', {
    protocolVersion: ['ProtocolVersion', 'The newest version the client speaks.'],
    'clientCapabilities?': [
      'ClientCapabilities',
      'What the client can do.',
      standsFor({ fs: noFiles, terminal: false }),
    ],
    'clientInfo?': ['Implementation | null', 'Who the client is.', lenient],
  }),
  InitializeResponse: record('The agent chooses the version and says who it is and what it can do.', {
    protocolVersion: ['ProtocolVersion', 'The version that both sides speak from now on.'],
    'agentCapabilities?': ['AgentCapabilities', 'What the agent can do.', standsFor(nothing)],
    'authMethods?': ['AuthMethod[]', 'The ways to authenticate.', lenient, standsFor([])],
    'agentInfo?': ['Implementation | null', 'Who the agent is.', lenient],
  }),
};

import { lenient, record, standsFor, type Topic } from '../../language.ts';

/** The handshake, as v2 has them. */
export const initialize: Topic = {
  ClientCapabilities: record('What the client can do for the agent; extensions only, under `_meta`.'),
  PromptImageCapabilities: record('Says that a prompt may contain pictures.'),
  PromptAudioCapabilities: record('Says that a prompt may contain sounds.'),
  PromptEmbeddedContextCapabilities: record('Says that a prompt may contain embedded resources.'),
  PromptCapabilities: record('What a prompt may contain besides text and links.', {
    'image?': ['PromptImageCapabilities | null', 'Present if pictures are taken.', lenient],
    'audio?': ['PromptAudioCapabilities | null', 'Present if sounds are taken.', lenient],
    'embeddedContext?': [
      'PromptEmbeddedContextCapabilities | null',
      'Present if embedded resources are taken.',
      lenient,
    ],
  }),
  McpStdioCapabilities: record('Says that the agent connects to MCP servers by stdio.'),
  McpHttpCapabilities: record('Says that the agent connects to MCP servers by HTTP.'),
  McpCapabilities: record('Which MCP transports the agent speaks.', {
    'stdio?': ['McpStdioCapabilities | null', 'Present if stdio servers are taken.', lenient],
    'http?': ['McpHttpCapabilities | null', 'Present if HTTP servers are taken.', lenient],
  }),
  SessionLoadCapabilities: record('Says that `session/load` may be called.'),
  SessionCapabilities: record('What the agent can do with sessions.', {
    'prompt?': ['PromptCapabilities | null', 'What a prompt may contain.', lenient],
    'mcp?': ['McpCapabilities | null', 'Which MCP servers it connects to.', lenient],
    'load?': ['SessionLoadCapabilities | null', 'Present if sessions can be loaded.', lenient],
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
    'session?': ['SessionCapabilities | null', 'Present if the agent has sessions at all.', lenient],
    'auth?': ['AgentAuthCapabilities', 'What it can do about authentication.', standsFor({})],
  }),
  InitializeRequest: record('The first request of a connection: the client says who it is and what it can do.', {
    protocolVersion: ['ProtocolVersion', 'The newest version the client speaks.'],
    'capabilities?': ['ClientCapabilities', 'What the client can do.', standsFor({})],
    'clientInfo?': ['Implementation | null', 'Who the client is.', lenient],
  }),
  InitializeResponse: record('The agent chooses the version and says who it is and what it can do.', {
    protocolVersion: ['ProtocolVersion', 'The version that both sides speak from now on.'],
    'capabilities?': ['AgentCapabilities', 'What the agent can do.', standsFor({ auth: {} })],
    'authMethods?': ['AuthMethod[]', 'The ways to authenticate.', lenient, standsFor([])],
    'agentInfo?': ['Implementation | null', 'Who the agent is.', lenient],
  }),
};

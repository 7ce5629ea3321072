import { lenient, record, standsFor, type Topic } from '../../language.ts';
import { sessionMarkers } from '../base/initialize.ts';

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

/** The handshake of v1. */
export const initialize = {
  FileSystemCapabilities: record('File requests that the client supports.', {
    'readTextFile?': ['boolean', 'Whether the client supports `fs/read_text_file`.', standsFor(false)],
    'writeTextFile?': ['boolean', 'Whether the client supports `fs/write_text_file`.', standsFor(false)],
  }),
  ClientCapabilities: record('Capabilities of the client.', {
    'fs?': ['FileSystemCapabilities', 'Reading and writing files.', standsFor(noFiles)],
    'terminal?': ['boolean', 'Whether the client supports all `terminal/*` requests.', standsFor(false)],
  }),
  PromptCapabilities: record('What a prompt may contain besides text and links.', {
    'image?': ['boolean', 'Whether a prompt may contain images.', standsFor(false)],
    'audio?': ['boolean', 'Whether a prompt may contain audio.', standsFor(false)],
    'embeddedContext?': ['boolean', 'Whether a prompt may contain embedded resources.', standsFor(false)],
  }),
  McpCapabilities: record('MCP transports that the agent supports besides stdio.', {
    'http?': ['boolean', 'Whether the agent supports HTTP servers.', standsFor(false)],
    'sse?': ['boolean', 'Whether the agent supports SSE servers.', standsFor(false)],
  }),
  SessionCapabilities: record('Optional session requests that the agent supports.', sessionMarkers),
  AgentCapabilities: record('Capabilities of the agent.', {
    'loadSession?': ['boolean', 'Whether the agent supports `session/load`.', standsFor(false)],
    'promptCapabilities?': ['PromptCapabilities', 'What a prompt may contain.', standsFor(noPrompt)],
    'mcpCapabilities?': ['McpCapabilities', 'MCP transports that the agent supports.', standsFor(noMcp)],
    'sessionCapabilities?': ['SessionCapabilities', 'Optional session requests.', standsFor({})],
    'auth?': ['AgentAuthCapabilities', 'Authentication capabilities.', standsFor({})],
  }),
  InitializeRequest: record('First request of a connection: who the client is and what it supports.', {
    protocolVersion: ['ProtocolVersion', 'Latest version that the client supports.'],
    'clientCapabilities?': [
      'ClientCapabilities',
      'Capabilities of the client.',
      standsFor({ fs: noFiles, terminal: false }),
    ],
    'clientInfo?': ['Implementation | null', 'Name and version of the client.', lenient],
  }),
  InitializeResponse: record('The version that the agent chose, and what the agent supports.', {
    protocolVersion: ['ProtocolVersion', 'Version that both sides use from now on.'],
    'agentCapabilities?': ['AgentCapabilities', 'Capabilities of the agent.', standsFor(nothing)],
    'authMethods?': ['AuthMethod[]', 'Authentication methods.', lenient, standsFor([])],
    'agentInfo?': ['Implementation | null', 'Name and version of the agent.', lenient],
  }),
} satisfies Topic;

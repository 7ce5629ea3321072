import { bareRecord, lenient, markedAs, record, standsFor, type Topic } from '../../language.ts';
import { initialize as base, sessionMarkers } from '../base/initialize.ts';

const noPrompt = { image: false, audio: false, embeddedContext: false };
const noMcp = { http: false, sse: false };
const noAuth = { terminal: false };
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
  Implementation: markedAs(base.Implementation, true, 'title'),
  FileSystemCapabilities: record('File requests that the client supports.', {
    'readTextFile?': ['boolean', 'Whether the client supports `fs/read_text_file`.', lenient, standsFor(false)],
    'writeTextFile?': ['boolean', 'Whether the client supports `fs/write_text_file`.', lenient, standsFor(false)],
  }),
  AuthCapabilities: record('Authentication capabilities of the client.', {
    'terminal?': ['boolean', 'Whether the client supports terminal logins.', lenient, standsFor(false)],
  }),
  BooleanConfigOptionCapabilities: record('Marks that the client supports options that are on or off.'),
  SessionConfigOptionsCapabilities: record('Configuration options that the client supports.', {
    'boolean?': [
      'BooleanConfigOptionCapabilities | null',
      'Present if the client supports options that are on or off.',
      lenient,
    ],
  }),
  NoticeCapabilities: bareRecord('Marks that the client shows notices.'),
  CompactionCapabilities: bareRecord('Marks that the client shows compactions.'),
  ClientSessionCapabilities: record('Session capabilities of the client.', {
    'configOptions?': ['SessionConfigOptionsCapabilities | null', 'Configuration options it supports.', lenient],
    'notices?': ['NoticeCapabilities | null', 'Present if the client shows notices.', lenient],
    'compaction?': ['CompactionCapabilities | null', 'Present if the client shows compactions.', lenient],
  }),
  ClientCapabilities: record('Capabilities of the client.', {
    'fs?': ['FileSystemCapabilities', 'Reading and writing files.', lenient, standsFor(noFiles)],
    'terminal?': ['boolean', 'Whether the client supports all `terminal/*` requests.', lenient, standsFor(false)],
    'auth?': ['AuthCapabilities', 'Authentication capabilities.', lenient, standsFor(noAuth)],
    'session?': ['ClientSessionCapabilities | null', 'Session capabilities of the client.', lenient],
    'elicitation?': ['ElicitationCapabilities | null', 'Present if the client supports elicitation.', lenient],
  }),
  PromptCapabilities: record('What a prompt may contain besides text and links.', {
    'image?': ['boolean', 'Whether a prompt may contain images.', lenient, standsFor(false)],
    'audio?': ['boolean', 'Whether a prompt may contain audio.', lenient, standsFor(false)],
    'embeddedContext?': ['boolean', 'Whether a prompt may contain embedded resources.', lenient, standsFor(false)],
  }),
  McpCapabilities: record('MCP transports that the agent supports besides stdio.', {
    'http?': ['boolean', 'Whether the agent supports HTTP servers.', lenient, standsFor(false)],
    'sse?': ['boolean', 'Whether the agent supports SSE servers.', lenient, standsFor(false)],
  }),
  SessionCapabilities: record('Optional session requests that the agent supports.', sessionMarkers),
  AgentCapabilities: record('Capabilities of the agent.', {
    'loadSession?': ['boolean', 'Whether the agent supports `session/load`.', lenient, standsFor(false)],
    'promptCapabilities?': ['PromptCapabilities', 'What a prompt may contain.', lenient, standsFor(noPrompt)],
    'mcpCapabilities?': ['McpCapabilities', 'MCP transports that the agent supports.', lenient, standsFor(noMcp)],
    'sessionCapabilities?': ['SessionCapabilities', 'Optional session requests.', lenient, standsFor({})],
    'auth?': ['AgentAuthCapabilities', 'Authentication capabilities.', lenient, standsFor({})],
  }),
  InitializeRequest: record('First request of a connection: who the client is and what it supports.', {
    protocolVersion: ['ProtocolVersion', 'Latest version that the client supports.'],
    'clientCapabilities?': [
      'ClientCapabilities',
      'Capabilities of the client.',
      lenient,
      standsFor({ fs: noFiles, terminal: false, auth: noAuth }),
    ],
    'clientInfo?': ['Implementation | null', 'Name and version of the client.', lenient],
  }),
  InitializeResponse: record('The version that the agent chose, and what the agent supports.', {
    protocolVersion: ['ProtocolVersion', 'Version that both sides use from now on.'],
    'agentCapabilities?': ['AgentCapabilities', 'Capabilities of the agent.', lenient, standsFor(nothing)],
    'authMethods?': ['AuthMethod[]', 'Authentication methods.', lenient, standsFor([])],
    'agentInfo?': ['Implementation | null', 'Name and version of the agent.', lenient],
  }),
} satisfies Topic;

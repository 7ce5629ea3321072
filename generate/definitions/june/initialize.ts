import { lenient, record, standsFor, type Topic } from '../../language.ts';
import { sessionMarkers } from '../base/initialize.ts';

/** The handshake of June. */
export const initialize = {
  ClientCapabilities: record('Capabilities of the client: only extensions, under `_meta`.'),
  SessionLoadCapabilities: record('Marks that the agent supports `session/load`.'),
  SessionCapabilities: record('Session capabilities of the agent.', {
    'prompt?': ['PromptCapabilities | null', 'What a prompt may contain.', lenient],
    'mcp?': ['McpCapabilities | null', 'MCP transports that the agent supports.', lenient],
    'load?': ['SessionLoadCapabilities | null', 'Present if the agent supports `session/load`.', lenient],
    ...sessionMarkers,
  }),
  AgentCapabilities: record('Capabilities of the agent.', {
    'session?': ['SessionCapabilities | null', 'Present if the agent supports sessions.', lenient],
    'auth?': ['AgentAuthCapabilities', 'Authentication capabilities.', standsFor({})],
  }),
  InitializeRequest: record('First request of a connection: who the client is and what it supports.', {
    protocolVersion: ['ProtocolVersion', 'Latest version that the client supports.'],
    'capabilities?': ['ClientCapabilities', 'Capabilities of the client.', standsFor({})],
    'clientInfo?': ['Implementation | null', 'Name and version of the client.', lenient],
  }),
  InitializeResponse: record('The version that the agent chose, and what the agent supports.', {
    protocolVersion: ['ProtocolVersion', 'Version that both sides use from now on.'],
    'capabilities?': ['AgentCapabilities', 'Capabilities of the agent.', standsFor({ auth: {} })],
    'authMethods?': ['AuthMethod[]', 'Authentication methods.', lenient, standsFor([])],
    'agentInfo?': ['Implementation | null', 'Name and version of the agent.', lenient],
  }),
} satisfies Topic;

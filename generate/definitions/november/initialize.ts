import { lenient, record, standsFor, type Topic } from '../../language.ts';
import { sessionMarkers } from '../base/initialize.ts';

/** The handshake of November. */
export const initialize = {
  Implementation: record('The program on one side of the connection.', {
    name: ['string', 'Name for programs.'],
    'title?': ['string | null', 'Name for people.', lenient],
    version: ['string', 'Version of the program.'],
  }),
  TerminalAuthCapabilities: record('Marks that the client can run a login in a terminal.'),
  ClientAuthCapabilities: record('Authentication capabilities of the client.', {
    'terminal?': ['TerminalAuthCapabilities | null', 'Present if the client supports terminal logins.', lenient],
  }),
  ClientCapabilities: record('Capabilities of the client.', {
    'auth?': ['ClientAuthCapabilities | null', 'Authentication capabilities.', lenient],
    'elicitation?': ['ElicitationCapabilities | null', 'Present if the client supports elicitation.', lenient],
  }),
  SessionCapabilities: record('Session capabilities of the agent.', {
    'prompt?': ['PromptCapabilities | null', 'What a prompt may contain.', lenient],
    'mcp?': ['McpCapabilities | null', 'MCP transports that the agent supports.', lenient],
    'delete?': sessionMarkers['delete?'],
    'additionalDirectories?': sessionMarkers['additionalDirectories?'],
  }),
  AgentAuthCapabilities: record('Authentication capabilities of the agent: only extensions, under `_meta`.'),
  AgentCapabilities: record('Capabilities of the agent.', {
    'session?': ['SessionCapabilities | null', 'Present if the agent supports sessions.', lenient],
    'auth?': ['AgentAuthCapabilities | null', 'Authentication capabilities.', lenient],
  }),
  InitializeRequest: record('First request of a connection: who the client is and what it supports.', {
    protocolVersion: ['ProtocolVersion', 'Latest version that the client supports.'],
    info: ['Implementation', 'Name and version of the client.'],
    'capabilities?': ['ClientCapabilities', 'Capabilities of the client.', lenient, standsFor({})],
  }),
  InitializeResponse: record('The version that the agent chose, and what the agent supports.', {
    protocolVersion: ['ProtocolVersion', 'Version that both sides use from now on.'],
    info: ['Implementation', 'Name and version of the agent.'],
    'capabilities?': ['AgentCapabilities', 'Capabilities of the agent.', lenient, standsFor({})],
    'authMethods?': ['AuthMethod[]', 'Authentication methods.', lenient],
  }),
} satisfies Topic;

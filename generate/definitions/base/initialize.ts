import { alias, lenient, record, type Topic } from '../../language.ts';

/** Fields of the session capabilities that dialects with markers have. */
export const sessionMarkers = {
  'list?': ['SessionListCapabilities | null', 'Present if the agent supports `session/list`.', lenient],
  'delete?': ['SessionDeleteCapabilities | null', 'Present if the agent supports `session/delete`.', lenient],
  'additionalDirectories?': [
    'SessionAdditionalDirectoriesCapabilities | null',
    'Present if sessions can have additional directories.',
    lenient,
  ],
  'resume?': ['SessionResumeCapabilities | null', 'Present if the agent supports `session/resume`.', lenient],
  'close?': ['SessionCloseCapabilities | null', 'Present if the agent supports `session/close`.', lenient],
} as const;

/** The handshake. */
export const initialize = {
  ProtocolVersion: alias('Version of the protocol. Each breaking change adds one.', 'uint16'),
  Implementation: record('The program on one side of the connection.', {
    name: ['string', 'Name for programs.'],
    'title?': ['string | null', 'Name for people.'],
    version: ['string', 'Version of the program.'],
  }),
  PromptImageCapabilities: record('Marks that a prompt may contain images.'),
  PromptAudioCapabilities: record('Marks that a prompt may contain audio.'),
  PromptEmbeddedContextCapabilities: record('Marks that a prompt may contain embedded resources.'),
  PromptCapabilities: record('What a prompt may contain besides text and links.', {
    'image?': ['PromptImageCapabilities | null', 'Present if a prompt may contain images.', lenient],
    'audio?': ['PromptAudioCapabilities | null', 'Present if a prompt may contain audio.', lenient],
    'embeddedContext?': [
      'PromptEmbeddedContextCapabilities | null',
      'Present if a prompt may contain embedded resources.',
      lenient,
    ],
  }),
  McpStdioCapabilities: record('Marks that the agent supports MCP servers over stdio.'),
  McpHttpCapabilities: record('Marks that the agent supports MCP servers over HTTP.'),
  McpCapabilities: record('MCP transports that the agent supports.', {
    'stdio?': ['McpStdioCapabilities | null', 'Present if the agent supports stdio servers.', lenient],
    'http?': ['McpHttpCapabilities | null', 'Present if the agent supports HTTP servers.', lenient],
  }),
  SessionListCapabilities: record('Marks that the agent supports `session/list`.'),
  SessionDeleteCapabilities: record('Marks that the agent supports `session/delete`.'),
  SessionAdditionalDirectoriesCapabilities: record('Marks that sessions can have additional directories.'),
  SessionResumeCapabilities: record('Marks that the agent supports `session/resume`.'),
  SessionCloseCapabilities: record('Marks that the agent supports `session/close`.'),
} satisfies Topic;

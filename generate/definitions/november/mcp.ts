import { nullIsAbsent, record, type Topic } from '../../language.ts';

/** MCP servers in November. */
export const mcp = {
  McpServerHttp: record('An MCP server that is reached over HTTP.', {
    name: ['string', 'Name of the server.'],
    url: ['uri', 'Address of the server.'],
    'headers?': ['HttpHeader[]', 'Headers to send with each request.', nullIsAbsent],
  }),
  McpServerStdio: record('An MCP server that the agent starts as a process.', {
    name: ['string', 'Name of the server.'],
    command: ['AbsolutePath', 'Program to start.'],
    'args?': ['string[]', 'Arguments of the program.', nullIsAbsent],
    'env?': ['EnvVariable[]', 'Environment variables to set.', nullIsAbsent],
  }),
} satisfies Topic;

import { openUnion, record, type Topic } from '../../language.ts';

/** MCP servers. */
export const mcp = {
  EnvVariable: record('An environment variable.', {
    name: ['string', 'Name of the variable.'],
    value: ['string', 'Value of the variable.'],
  }),
  HttpHeader: record('An HTTP header.', {
    name: ['string', 'Name of the header.'],
    value: ['string', 'Value of the header.'],
  }),
  McpServerHttp: record('An MCP server that is reached over HTTP.', {
    name: ['string', 'Name of the server.'],
    url: ['string', 'Address of the server.'],
    headers: ['HttpHeader[]', 'Headers to send with each request.'],
  }),
  McpServerStdio: record('An MCP server that the agent starts as a process.', {
    name: ['string', 'Name of the server.'],
    command: ['string', 'Program to start.'],
    args: ['string[]', 'Arguments of the program.'],
    env: ['EnvVariable[]', 'Environment variables to set.'],
  }),
  McpServer: openUnion('An MCP server that the agent connects to.', {
    http: 'McpServerHttp',
    stdio: 'McpServerStdio',
  }),
} satisfies Topic;

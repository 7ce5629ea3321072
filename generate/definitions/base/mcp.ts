import { record, type Topic } from '../../language.ts';

/** MCP servers, alike in both versions. */
export const mcp: Topic = {
  EnvVariable: record('An environment variable.', {
    name: ['string', 'Its name.'],
    value: ['string', 'Its value.'],
  }),
  HttpHeader: record('A header of an HTTP request.', {
    name: ['string', 'Its name.'],
    value: ['string', 'Its value.'],
  }),
  McpServerHttp: record('An MCP server behind HTTP.', {
    name: ['string', 'What to call the server.'],
    url: ['string', 'Its address.'],
    headers: ['HttpHeader[]', 'Headers to send with each request.'],
  }),
  McpServerStdio: record('An MCP server that the agent starts as a process.', {
    name: ['string', 'What to call the server.'],
    command: ['string', 'The program.'],
    args: ['string[]', 'Its arguments.'],
    env: ['EnvVariable[]', 'Environment variables to set.'],
  }),
};

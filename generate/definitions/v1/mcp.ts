import { closedUnion, record, type Topic } from '../../language.ts';

/** MCP servers, as v1 has them. */
export const mcp: Topic = {
  McpServerSse: record('An MCP server behind server-sent events.', {
    name: ['string', 'What to call the server.'],
    url: ['string', 'Its address.'],
    headers: ['HttpHeader[]', 'Headers to send with each request.'],
  }),
  McpServer: closedUnion(
    'An MCP server that the agent should connect to.',
    { http: 'McpServerHttp', sse: 'McpServerSse' },
    // The stdio form carries no tag, so a valid stdio body passes whatever its `type` says.
    { untagged: 'McpServerStdio' },
  ),
};

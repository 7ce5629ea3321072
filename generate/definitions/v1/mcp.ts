import { closedUnion, markedAs, nullIsAbsent, record, type Topic } from '../../language.ts';
import { mcp as base } from '../base/mcp.ts';

/** MCP servers in v1. */
export const mcp = {
  McpServerHttp: markedAs(base.McpServerHttp, 'null', 'headers'),
  McpServerStdio: markedAs(base.McpServerStdio, 'null', 'args', 'env'),
  McpServerSse: record('An MCP server that is reached over server-sent events.', {
    name: ['string', 'Name of the server.'],
    url: ['string', 'Address of the server.'],
    headers: ['HttpHeader[]', 'Headers to send with each request.', nullIsAbsent],
  }),
  McpServer: closedUnion(
    'An MCP server that the agent connects to.',
    { http: 'McpServerHttp', sse: 'McpServerSse' },
    // The stdio form has no tag, so that a valid stdio server passes whatever its `type` says.
    { untagged: 'McpServerStdio' },
  ),
} satisfies Topic;

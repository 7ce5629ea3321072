import { type Conversion, converted, convertedList, refused, within } from '../../conversion.ts';
import type * as june from '../june.ts';
import * as v1 from '../v1.ts';

/** An MCP server as v2 has it: a stdio server gets its tag, and one over SSE has no counterpart. */
export function mcpServerToV2(server: v1.McpServer): Conversion<june.McpServer> {
  if (!('type' in server) || v1.McpServerStdio.is(server)) return converted({ ...server, type: 'stdio' });
  switch (server.type) {
    case 'http':
      return converted(server);
    case 'sse':
      return refused('sse-server', 'type', server.name);
    default:
      return converted(server satisfies never);
  }
}

/** The MCP servers of a session as v2 has them. */
export function mcpServersToV2(servers: readonly v1.McpServer[]): Conversion<readonly june.McpServer[]> {
  return within('mcpServers', convertedList(servers, mcpServerToV2));
}

import { type Conversion, converted, convertedList, refused, within } from '../../conversion.ts';
import * as june from '../june.ts';
import type * as v1 from '../v1.ts';

type Known<Type> = Extract<june.KnownMcpServer, { readonly type: Type }>;

const rules = {
  http: (server) => server,
  stdio: ({ type: _, ...server }) => server,
} satisfies { readonly [Type in june.KnownMcpServer['type']]: (server: Known<Type>) => v1.McpServer };

/** An MCP server as v1 has it: a stdio server carries no tag there. */
export function mcpServerToV1(server: june.McpServer): Conversion<v1.McpServer> {
  if (!june.isKnownMcpServer(server)) return refused('unknown-mcp-server', 'type', server.type);
  return converted(server.type === 'http' ? rules.http(server) : rules.stdio(server));
}

/** The MCP servers of a session as v1 has them. */
export function mcpServersToV1(servers: readonly june.McpServer[]): Conversion<readonly v1.McpServer[]> {
  return within('mcpServers', convertedList(servers, mcpServerToV1));
}

import type { TakeNote } from '../../ledger.ts';
import type { Refused } from '../../pairing.ts';
import * as june from '../june.ts';
import * as v1 from '../v1.ts';

/** Returns the MCP servers of a June client as v1 has them, or an error that names the first one that the agent does not take. */
export function mcpServersToV1(
  servers: readonly june.McpServer[] | undefined,
  agent: { readonly takesSse: boolean },
  note: TakeNote,
): readonly v1.McpServer[] | undefined | Refused {
  const taken: v1.McpServer[] = [];
  for (const [index, server] of (servers ?? []).entries()) {
    if (june.isKnownMcpServer(server)) {
      const { type, ...untagged } = server;
      taken.push(type === 'stdio' ? (untagged as v1.McpServer) : (server as v1.McpServer));
    } else if (server.type === 'sse' && agent.takesSse && v1.McpServer.is(server)) taken.push(server);
    else {
      const path = `mcpServers[${index}]`;
      const name = server['name'];
      note({ kind: 'loss', rule: 'mcp-server', path, lost: name ?? server.type, done: 'request refused' });
      const message = `The agent takes no MCP servers of type ${server.type}: ${String(name ?? path)}`;
      return { error: { code: -32602, message } };
    }
  }
  return servers && taken;
}

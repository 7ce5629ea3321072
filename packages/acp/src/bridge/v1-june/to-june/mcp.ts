import type { TakeNote } from '../../ledger.ts';
import type { Refused } from '../../pairing.ts';
import type * as june from '../june.ts';
import * as v1 from '../v1.ts';

/** Returns the MCP servers of a v1 client as June has them, or an error that names the first one that the agent does not take. */
export function mcpServersToJune(
  servers: readonly v1.McpServer[],
  agent: { readonly takesStdio: boolean },
  note: TakeNote,
): readonly june.McpServer[] | Refused {
  const taken: june.McpServer[] = [];
  for (const [index, server] of servers.entries()) {
    const type = 'type' in server ? server.type : 'stdio';
    if (type !== 'http' && !(type === 'stdio' && agent.takesStdio)) {
      const path = `mcpServers[${index}]`;
      note({ kind: 'loss', rule: 'mcp-server', path, lost: server.name, done: 'request refused' });
      return { error: { code: -32602, message: `The agent takes no MCP servers over ${type}: ${server.name}` } };
    }
    // A server without a URL is a stdio server whatever its tag says.
    taken.push(v1.McpServerStdio.is(server) ? { ...server, type: 'stdio' } : (server as june.McpServer));
  }
  return taken;
}

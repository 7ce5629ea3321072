import { isObject, type JsonObject } from '../../protocol/reading/guard.ts';
import type { Refused } from '../pairing.ts';

type Server = JsonObject & { readonly type: string };

/** The transports that have a name in both drafts, with the lists that June requires of each. */
const lists: Readonly<Record<string, readonly string[]>> = { stdio: ['args', 'env'], http: ['headers'] };

function refusal(message: string): Refused {
  return { error: { code: -32602, message: `Invalid params: ${message}` } };
}

/** Returns an MCP server with every list that June requires. */
function withLists(server: Server): Server {
  const missing = (lists[server.type] ?? []).filter((name) => server[name] === undefined || server[name] === null);
  return missing.length === 0 ? server : { ...server, ...Object.fromEntries(missing.map((name) => [name, []])) };
}

/** Returns the MCP servers of a November client for a June agent; refuses what a November agent has to refuse. */
export function mcpServersToJune(
  servers: readonly Server[],
  takes: ReadonlySet<string> | undefined,
): readonly Server[] | Refused {
  const names = new Set<unknown>();
  for (const { type, name } of servers) {
    if (names.has(name)) return refusal(`two MCP servers are called ${JSON.stringify(name)}`);
    names.add(name);
    const isTaken = Object.hasOwn(lists, type) && (takes === undefined || takes.has(type));
    if (!isTaken) return refusal(`the agent takes no MCP servers over ${JSON.stringify(type)}`);
  }
  return servers.map(withLists);
}

/** Returns why the MCP servers of a June client cannot go to a November agent; `undefined` if they can. */
export function refusedServers(servers: unknown): Refused | undefined {
  if (!Array.isArray(servers)) return undefined;
  const bad = servers.find(
    (server) => isObject(server) && server['type'] === 'http' && !URL.canParse(String(server['url'])),
  );
  return bad === undefined ? undefined : refusal(`the URL of the MCP server ${JSON.stringify(bad['name'])} is none`);
}

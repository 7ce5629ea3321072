import { isKnownMcpServer, type KnownMcpServer, type McpServer } from '@emend/acp/protocol/june';
import type { Client } from '@modelcontextprotocol/client';
import { readVersion } from '../version.ts';

/** A tool of an MCP server. */
interface McpTool {
  readonly server: string;
  readonly name: string;
  readonly description: string;
  /** True if the tool has required arguments. */
  readonly needsInput: boolean;
}

/** A server whose tools could not be listed. */
interface McpFailure {
  readonly server: string;
  readonly reason: string;
}

/** The MCP servers of one session. Connects to each server when it is first needed. */
export class McpServers {
  readonly #servers: readonly KnownMcpServer[];
  readonly #clients = new Map<string, Promise<Client>>();

  constructor(servers: readonly McpServer[]) {
    this.#servers = servers.filter(isKnownMcpServer);
  }

  get isEmpty(): boolean {
    return this.#servers.length === 0;
  }

  /** Returns the tools of all servers, and the reason for each server that could not list its tools. */
  async tools(signal: AbortSignal): Promise<{ readonly tools: McpTool[]; readonly failures: McpFailure[] }> {
    const tools: McpTool[] = [];
    const failures: McpFailure[] = [];
    for (const server of this.#servers) {
      try {
        for (const tool of await this.#toolsOf(server, signal)) tools.push(tool);
      } catch (error) {
        signal.throwIfAborted();
        failures.push({ server: server.name, reason: error instanceof Error ? error.message : String(error) });
      }
    }
    return { tools, failures };
  }

  async #toolsOf(server: KnownMcpServer, signal: AbortSignal): Promise<McpTool[]> {
    const client = await this.#connected(server);
    const page = await client.listTools(undefined, { signal });
    return page.tools.map(({ name, description, inputSchema }) => ({
      server: server.name,
      name,
      description: description ?? '',
      needsInput: (inputSchema.required?.length ?? 0) > 0,
    }));
  }

  /** Calls a tool and returns its output as text. */
  async call(
    tool: McpTool,
    input: Record<string, unknown>,
    signal: AbortSignal,
  ): Promise<{ readonly text: string; readonly isError: boolean }> {
    const client = await this.#clients.get(tool.server);
    if (client === undefined) throw new Error(`there is no MCP server ${tool.server}`);
    const result = await client.callTool({ name: tool.name, arguments: input }, { signal });
    const content = Array.isArray(result.content) ? result.content : [];
    const text = content.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`)).join('\n');
    return { text, isError: result.isError === true };
  }

  /** Closes the connections and ends the servers that run as child processes. */
  async close(): Promise<void> {
    const clients = [...this.#clients.values()];
    this.#clients.clear();
    await Promise.allSettled(clients.map(async (client) => (await client).close()));
  }

  #connected(server: KnownMcpServer): Promise<Client> {
    const known = this.#clients.get(server.name);
    if (known !== undefined) return known;
    const client = connected(server);
    this.#clients.set(server.name, client);
    // The next call tries to connect again.
    client.catch(() => this.#clients.delete(server.name));
    return client;
  }
}

// The library is loaded only when there is a server to talk to.
async function connected(server: KnownMcpServer): Promise<Client> {
  const { Client, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
  const client = new Client({ name: 'emend', version: readVersion() });
  if (server.type === 'http') {
    const headers = Object.fromEntries(server.headers.map(({ name, value }) => [name, value]));
    await client.connect(new StreamableHTTPClientTransport(new URL(server.url), { requestInit: { headers } }));
    return client;
  }
  const { StdioClientTransport, getDefaultEnvironment } = await import('@modelcontextprotocol/client/stdio');
  const env = { ...getDefaultEnvironment(), ...Object.fromEntries(server.env.map(({ name, value }) => [name, value])) };
  await client.connect(
    new StdioClientTransport({ command: server.command, args: [...server.args], env, stderr: 'inherit' }),
  );
  return client;
}

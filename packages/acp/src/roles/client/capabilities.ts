import type { ContentBlock } from '../../protocol/june/generated/content.ts';
import type { AgentCapabilities, SessionCapabilities } from '../../protocol/june/generated/initialize.ts';
import type { McpServer } from '../../protocol/june/generated/mcp.ts';
import { CapabilityError } from './errors.ts';

const gated = { image: 'image', audio: 'audio', resource: 'embeddedContext' } as const;

/** What the agent said it can do; calling anything else is an error here, before it is sent. Omitted and null mean no (C3). */
export class KnownCapabilities {
  readonly #capabilities: AgentCapabilities;

  constructor(capabilities: AgentCapabilities) {
    this.#capabilities = capabilities;
  }

  /** Whether the agent has a session capability. */
  has(name: Exclude<keyof SessionCapabilities, '_meta'>): boolean {
    return isThere(this.#capabilities.session?.[name]);
  }

  /** Throws unless the agent has a session capability. */
  require(name: Exclude<keyof SessionCapabilities, '_meta'>, what: string): void {
    if (!this.has(name)) throw new CapabilityError(`session.${name}`, what);
  }

  /** Throws unless the agent has sessions at all. */
  requireSessions(what: string): void {
    if (!isThere(this.#capabilities.session)) throw new CapabilityError('session', what);
  }

  /** Throws unless the agent can log out. */
  requireLogout(): void {
    if (!isThere(this.#capabilities.auth?.logout)) throw new CapabilityError('auth.logout', 'cannot log out');
  }

  /** Throws if a prompt has content that the agent does not take (C8). */
  checkPrompt(prompt: readonly ContentBlock[]): void {
    for (const block of prompt) {
      const needed = Object.hasOwn(gated, block.type) ? gated[block.type as keyof typeof gated] : undefined;
      if (needed !== undefined && !isThere(this.#capabilities.session?.prompt?.[needed])) {
        throw new CapabilityError(`session.prompt.${needed}`, `cannot send content of type "${block.type}"`);
      }
    }
  }

  /** Throws if a server needs a transport that the agent does not speak (C9); transports yet to come are the agent's to judge. */
  checkServers(servers: readonly McpServer[]): void {
    for (const server of servers) {
      if (server.type !== 'stdio' && server.type !== 'http') continue;
      if (!isThere(this.#capabilities.session?.mcp?.[server.type])) {
        throw new CapabilityError(
          `session.mcp.${server.type}`,
          `cannot hand over the MCP server "${String(server['name'])}"`,
        );
      }
    }
  }
}

function isThere(marker: object | null | undefined): boolean {
  return marker !== undefined && marker !== null;
}

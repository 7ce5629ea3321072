import type { ContentBlock } from '../../protocol/june/generated/content.ts';
import type { AgentCapabilities, SessionCapabilities } from '../../protocol/june/generated/initialize.ts';
import type { McpServer } from '../../protocol/june/generated/mcp.ts';
import { neededCapability } from '../content.ts';
import { CapabilityError } from './errors.ts';

/** The capabilities of an agent, checked before a request is sent. Omitted and null both mean that a capability is missing. */
export class KnownCapabilities {
  readonly #capabilities: AgentCapabilities;

  constructor(capabilities: AgentCapabilities) {
    this.#capabilities = capabilities;
  }

  /** Returns whether the agent has a session capability. */
  has(name: Exclude<keyof SessionCapabilities, '_meta'>): boolean {
    return isPresent(this.#capabilities.session?.[name]);
  }

  /** Throws unless the agent has a session capability. */
  require(name: Exclude<keyof SessionCapabilities, '_meta'>, what: string): void {
    if (!this.has(name)) throw new CapabilityError(`session.${name}`, what);
  }

  /** Throws unless the agent supports sessions at all. */
  requireSessions(what: string): void {
    if (!isPresent(this.#capabilities.session)) throw new CapabilityError('session', what);
  }

  /** Throws unless the agent supports logging out. */
  requireLogout(): void {
    if (!isPresent(this.#capabilities.auth?.logout)) throw new CapabilityError('auth.logout', 'Cannot log out');
  }

  /** Throws if a prompt has content that the agent does not support. */
  checkPrompt(prompt: readonly ContentBlock[]): void {
    for (const block of prompt) {
      const needed = neededCapability(block);
      if (needed !== undefined && !isPresent(this.#capabilities.session?.prompt?.[needed])) {
        throw new CapabilityError(`session.prompt.${needed}`, `Cannot send content of type "${block.type}"`);
      }
    }
  }

  /** Throws if an MCP server uses a transport that the agent does not support. Unknown transports are left to the agent. */
  checkServers(servers: readonly McpServer[]): void {
    for (const server of servers) {
      if (server.type !== 'stdio' && server.type !== 'http') continue;
      if (!isPresent(this.#capabilities.session?.mcp?.[server.type])) {
        throw new CapabilityError(
          `session.mcp.${server.type}`,
          `Cannot use the MCP server "${String(server['name'])}"`,
        );
      }
    }
  }
}

function isPresent(marker: object | null | undefined): boolean {
  return marker !== undefined && marker !== null;
}

import type { LedgerEntry } from '../../bridge/ledger.ts';
import type { McpServer } from '../../protocol/june/generated/mcp.ts';
import type { Actor } from '../../session/actor.ts';
import type { AnyVersionOptions } from '../any-version.ts';
import type { CheckValue } from '../check-outgoing.ts';
import type { RequestClient } from './agent-work.ts';
import type { AskPolicy } from './ask-policy.ts';
import type { ClientAccess } from './client-access.ts';
import type { ConnectedClient } from './connected-client.ts';
import type { AgentDefinition } from './definition.ts';
import type { AgentEvent } from './event.ts';
import type { Unattended } from './unattended.ts';

/** Where a session works, and which MCP servers it may use. */
export interface SessionRoots {
  readonly cwd: string;
  readonly additionalDirectories: readonly string[];
  readonly mcpServers: readonly McpServer[];
}

/** What a session uses of its connection. */
export interface SessionLink {
  readonly definition: AgentDefinition;
  readonly client: ConnectedClient;
  readonly check: CheckValue;
  readonly report: (event: AgentEvent) => void;
  readonly notify: (method: string, params: unknown) => Promise<void>;
  readonly request: RequestClient;
  /** Stands for the connection: all links of a connection have the same. */
  readonly connection: object;
  /** Who the client is. */
  readonly actor: Actor;
  /** What the client may do. */
  readonly access: ClientAccess;
  /** What happens to a question that nobody is there to answer. */
  readonly unattended: Unattended;
  /** Which clients are asked questions. */
  readonly ask: AskPolicy;
  /** Whether the connection comes from the machine of the agent itself. */
  readonly isLocal: () => boolean;
  /** Whether the connection is over, while turns may still run. */
  readonly isOver: () => boolean;
  /** Whether more can be sent without waiting. */
  readonly hasRoom: () => boolean;
  /** How much waits to be sent, in UTF-16 units. */
  readonly unsent: () => number;
  /** Replaces frames that have not left this process; null takes one away. */
  readonly rewrite: (replace: (frame: string) => string | null | undefined) => void;
  /** Ends the connection, because its client does not keep up. */
  readonly drop: () => void;
  /** Called when a session was closed or deleted by another client. */
  readonly onEnded: (sessionId: string) => void;
  /** How clients of other dialects are served. */
  readonly options: AnyVersionOptions;
  /** Reports that something could not be sent as it is. */
  readonly note: (entry: LedgerEntry) => void;
}

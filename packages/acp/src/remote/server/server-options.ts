import type { Clock } from '../wire/clock.ts';
import type { RemoteLimits } from '../wire/limits.ts';
import type { Authenticate } from './access/authenticate.ts';
import type { RemoteConnection } from './connection.ts';
import type { ServerEvent } from './events.ts';

/** Options of a remote server. */
export interface RemoteServerOptions {
  /** Called for each new connection when its first message has come, to connect an agent to its transport. If it throws, the client is told that the agent could not be started. */
  readonly onConnection: (connection: RemoteConnection) => void;
  /** Who may use the server: one token, several with their principals, or a function. Without it the server is open to everybody who reaches it. */
  readonly authenticate?: Authenticate;
  /**
   * By which other nodes are known that share the sessions, such as the `key` of `log.ownership`. Whoever has it passes clients on to this server
   * and says who they are. Default: nobody does.
   */
  readonly nodeKey?: string;
  /** The origins of web pages that may use the server, for example `https://app.example`. Default: none. */
  readonly allowedOrigins?: readonly string[];
  /** The names by which clients reach the server, beside those of the loopback interface. A name may have a port; without one every port is accepted. */
  readonly hostNames?: readonly string[];
  /** The path of the endpoint. Default: `/acp`. */
  readonly path?: string;
  /** Addresses, or networks such as `10.0.0.0/8`, of proxies whose `X-Forwarded-For` and `X-Forwarded-Host` are believed. Default: none. */
  readonly trustedProxies?: readonly string[];
  /** Limits that differ from the defaults. */
  readonly limits?: Partial<RemoteLimits>;
  /** Replaces the clock of the platform. */
  readonly clock?: Clock;
  /** Makes ids of connections and tickets, which must not be guessed. Default: the platform's random UUIDs. */
  readonly randomId?: () => string;
  /** Returns why the server cannot be used now, as one sentence, or `undefined` if it can. Asked by the `/ready` endpoint. */
  readonly isReady?: () => string | undefined | Promise<string | undefined>;
  /** Called for what an operator may want to know. Events have no text of messages, no tokens and no ids of connections. */
  readonly onEvent?: (event: ServerEvent) => void;
}

/** How a server is drained. */
export interface DrainOptions {
  /** How long running requests may take to finish, in milliseconds. */
  readonly grace: number;
  /** Whether clients are told that the server restarts, so that they come back, or that it goes away. Default: `shutdown`. */
  readonly reason?: 'shutdown' | 'restart';
}

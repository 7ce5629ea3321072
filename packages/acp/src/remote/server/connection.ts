import type { Transport } from '../../transport/transport.ts';
import type { Clock } from '../wire/clock.ts';
import type { RemoteLimits } from '../wire/limits.ts';

/**
 * Why a connection has ended. `left`: the client closed it; `lost`: it did not come back in time; `unused`: it never began; `refused`: the
 * agent refused the handshake; `agent`: the agent's side closed it; `forgotten`: the client wants what is no longer kept; `violation`: it broke
 * a rule of the transport; `overrun`: a limit; `draining`, `restarting` and `closed`: the server ends.
 */
export type ConnectionEnd =
  | 'left'
  | 'lost'
  | 'unused'
  | 'refused'
  | 'agent'
  | 'forgotten'
  | 'violation'
  | 'overrun'
  | 'draining'
  | 'restarting'
  | 'closed';

/** A connection of one client to the server, however it is carried. */
export interface RemoteConnection {
  readonly id: string;
  readonly kind: 'http' | 'websocket';
  /** Who made it; the name that the access check returned. */
  readonly principal: string;
  /** Whether all of its requests came from this machine, as far as the server can tell; not known unless it is true. */
  readonly isLocal?: boolean;
  /** Is set to a function that returns whether another server runs a session, which then does not keep this one from ending. */
  isElsewhere?: (sessionId: string) => boolean;
  /** Carries the client's messages to the agent and back. It stays the same while sockets and streams come and go. */
  readonly transport: Transport;
  /** Resolves when the connection is gone for good. */
  readonly closed: Promise<ConnectionEnd>;
  /** Ends the connection: what is buffered is sent, the client is told, and it cannot come back. */
  end(reason: ConnectionEnd): Promise<void>;
  /** Replaces kept frames whose words were erased. */
  erase(isErased: (frame: string) => boolean): void;
}

/** Something that happened to a connection. */
export type ConnectionNotice =
  /** `canReturn`: the connection waits for its client. */
  | { readonly type: 'lost'; readonly reason: string; readonly canReturn: boolean }
  | { readonly type: 'resumed'; readonly missed: number }
  | { readonly type: 'dropped'; readonly reason: string };

/** What a connection is made with. */
export interface ConnectionSetup {
  readonly id: string;
  readonly principal: string;
  readonly limits: RemoteLimits;
  readonly clock: Clock;
  /** Called for what an operator may want to know; it has no text of messages. */
  readonly notice: (notice: ConnectionNotice) => void;
  /** Called when the client's first message, `initialize`, has come over a WebSocket. */
  readonly onBegun?: () => void;
}

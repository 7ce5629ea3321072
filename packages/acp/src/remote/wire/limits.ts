/** Limits of a remote server. Sizes are in bytes or UTF-16 units, times in milliseconds. */
export interface RemoteLimits {
  /** The largest body of a POST and the largest message of a WebSocket. Default: 64 MiB. */
  readonly maxFrameBytes: number;
  /** Unsent text of a stream at which the agent has to wait. Default: 256 KiB. */
  readonly highWater: number;
  /** The most text of a stream that is kept for a client that comes back. Default: 16 MiB. */
  readonly kept: number;
  /** Connections in all, and of one principal. Default: 256 and 64. */
  readonly connections: number;
  readonly connectionsPerPrincipal: number;
  /** Sessions that a connection may have a stream for. Default: 64. */
  readonly sessions: number;
  /** Requests of a connection that are not answered yet. Default: 1,000. */
  readonly requests: number;
  /** The longest request id or session id, in characters. Default: 1,024. */
  readonly idLength: number;
  /** Time for the body of a request to arrive. Default: 60 s. */
  readonly body: number;
  /** Time for the first `initialize` after an upgrade, and for the first stream after `initialize`. Default: 30 s. */
  readonly handshake: number;
  /** Time that a connection is kept after its last stream or socket was lost. Default: 60 s. */
  readonly away: number;
  /** Time without a sign of life after which a WebSocket is given up. Default: 30 s. */
  readonly silence: number;
  /** Interval of pings and of comments on event streams. Default: 15 s. */
  readonly keepAlive: number;
  /** Time that the other side has for its part of closing a WebSocket. Default: 5 s. */
  readonly closing: number;
}

/** The limits of a server that was given none. */
export const defaultRemoteLimits: RemoteLimits = {
  maxFrameBytes: 64 * 1024 * 1024,
  highWater: 256 * 1024,
  kept: 16 * 1024 * 1024,
  connections: 256,
  connectionsPerPrincipal: 64,
  sessions: 64,
  requests: 1_000,
  idLength: 1_024,
  body: 60_000,
  handshake: 30_000,
  away: 60_000,
  silence: 30_000,
  keepAlive: 15_000,
  closing: 5_000,
};

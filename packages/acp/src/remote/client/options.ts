import type { Clock } from '../wire/clock.ts';
import type { Socket } from '../wire/socket.ts';
import type { RemoteError } from './remote-error.ts';

/** The state of a remote connection, for people to see. */
export type RemoteState =
  | { readonly type: 'connecting' }
  /** Messages flow. `isResumed` is true if the connection goes on after it was cut. */
  | { readonly type: 'open'; readonly carrier: 'websocket' | 'http'; readonly isResumed: boolean }
  /** The network failed; the next attempt begins in `delay` milliseconds. What is sent meanwhile waits. */
  | { readonly type: 'waiting'; readonly attempt: number; readonly delay: number; readonly cause: string }
  | { readonly type: 'closed'; readonly reason: string };

/** Options of `remote`. */
export interface RemoteOptions {
  /** The token of the server, or a function that returns the one to use now. It is sent as `Authorization: Bearer`, or as the platform allows. */
  readonly token?: string | (() => string | Promise<string>);
  /** Further headers. A browser cannot send them with a WebSocket. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What is tried first at an `http` or `https` address. Default: `http`. An address of a WebSocket is always tried as one first. */
  readonly first?: 'http' | 'websocket';
  /** Called whenever the state of the connection changes. */
  readonly onState?: (state: RemoteState) => void;
  /** How long a server that cannot be reached is tried, in milliseconds. Default: 2 minutes. */
  readonly giveUpAfter?: number;
  /** Ends the connection. */
  readonly signal?: AbortSignal;
  /** The longest message that is accepted, in bytes. Default: 64 MiB. */
  readonly maxFrameBytes?: number;
  /** Unsent text at which a sender has to wait. Default: 256 KiB. */
  readonly highWater?: number;
  /** Replaces parts of the platform, for tests and other runtimes. */
  readonly platform?: Partial<RemotePlatform>;
}

/** Options of a connection that may be opened in place of one that was lost. */
export interface CarrierOptions extends RemoteOptions {
  /** Whether the server was reached before: if it cannot be reached now, it is tried for as long as after a loss. */
  readonly wasReached?: boolean;
  /** Why the server could not be reached in another way before; told with a failure of the first contact. */
  readonly triedBefore?: string;
  /**
   * Called once: without a failure when the server has accepted the first socket, or with the reason when it has not. Returns whether there is
   * another carrier, so that nothing is over yet.
   */
  readonly decide?: (failure?: RemoteError) => boolean;
}

/** What a remote client needs of its platform. */
export interface RemotePlatform {
  /** Opens a WebSocket. Platforms that send no headers ignore them. `undefined`: the platform has none. */
  readonly openSocket:
    | ((
        url: string,
        request: { readonly protocols: readonly string[]; readonly headers: Readonly<Record<string, string>> },
      ) => Socket)
    | undefined;
  /** Whether `openSocket` sends headers, which browsers do not. */
  readonly sendsHeaders: boolean;
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  /** A number from 0 to 1, for pauses. */
  readonly random: () => number;
}

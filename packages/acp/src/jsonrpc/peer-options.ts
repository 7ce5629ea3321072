import type { PeerEventListener } from './events.ts';
import type { HandlerContext, RequestContext } from './handler-context.ts';
import type { PeerLimits } from './limits.ts';

/** Handles a request. What it returns, or its promise resolves to, is the result; an `RpcError` that it throws is the error. */
export type RequestHandler = (params: unknown, context: RequestContext) => unknown;

/** Handles a notification. Until the promise it returns has settled, nothing that arrived later is handled. */
export type NotificationHandler = (params: unknown, context: HandlerContext) => unknown;

/** Options of a peer. */
export interface PeerOptions {
  /** Handlers of requests by method. */
  readonly requests?: Readonly<Record<string, RequestHandler>>;
  /** Handlers of notifications by method. */
  readonly notifications?: Readonly<Record<string, NotificationHandler>>;
  /**
   * Called at once, by method, for notifications that wait behind a request because too many requests run. They are still
   * handled in their place; whatever starts before that was sent before them.
   */
  readonly urgent?: Readonly<Record<string, (params: unknown) => void>>;
  /** Handles requests of all other methods. Default: they are answered with the error -32601. */
  readonly otherRequest?: RequestHandler;
  /** Handles notifications of all other methods. Default: an `unknown-notification` event. */
  readonly otherNotification?: NotificationHandler;
  /** Called for events that no pending request is waiting for: noise, broken frames, unmatched responses, failed handlers. */
  readonly onEvent?: PeerEventListener;
  /**
   * What to do with frames that are not JSON-RPC messages, besides the event: `answer` them with -32700 or -32600, as an agent
   * must, or only `report` them, as suits a client whose agent prints banners. Default: `answer`.
   */
  readonly malformed?: 'answer' | 'report';
  /**
   * Returns whether the connection takes neither batches nor requests whose ids are no strings and no integers; they are then answered
   * with one -32600 whose id is null. It is asked for each of them. Default: they are handled.
   */
  readonly isStrict?: () => boolean;
  /**
   * What happens to running requests when the peer ends its side of the stream: they may `finish` and be answered, for a
   * peer that still listens, or their signals abort (`cancel`). With `run-on` they finish however the connection ends, unless it
   * is closed on this side; what they send afterwards is dropped. Default: `finish`.
   */
  readonly whenPeerEnds?: 'finish' | 'cancel' | 'run-on';
  /** Methods whose requests are aborted when the peer has gone, even with `run-on`. */
  readonly endWithPeer?: readonly string[];
  /** Called once when the connection is over, before running requests are aborted. Handlers may still run. */
  readonly onOver?: () => void;
  /** Limits of what is kept in memory. */
  readonly limits?: Partial<PeerLimits>;
}

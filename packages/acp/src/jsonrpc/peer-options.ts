import type { PeerEventListener } from './events.ts';
import type { HandlerContext, RequestContext } from './handler-context.ts';
import type { PeerLimits } from './limits.ts';

/** Answers a request: what it returns, or what its promise resolves to, is the result; an `RpcError` it throws is the refusal. */
export type RequestHandler = (params: unknown, context: RequestContext) => unknown;

/** Handles a notification; while a promise it returned is open, nothing that arrived later is handled. */
export type NotificationHandler = (params: unknown, context: HandlerContext) => unknown;

/** What a peer does with what it receives. */
export interface PeerOptions {
  /** Handlers of requests by method. */
  readonly requests?: Readonly<Record<string, RequestHandler>>;
  /** Handlers of notifications by method. */
  readonly notifications?: Readonly<Record<string, NotificationHandler>>;
  /**
   * Is told at once of notifications, by method, that are found behind a request which waits because too many run. They are still
   * handled in their place; whatever starts before that was sent before them.
   */
  readonly urgent?: Readonly<Record<string, (params: unknown) => void>>;
  /** Handles requests of all other methods; without it they are answered with -32601. */
  readonly otherRequest?: RequestHandler;
  /** Handles notifications of all other methods; without it they are an `unknown-notification` event. */
  readonly otherNotification?: NotificationHandler;
  /** Is told what is nobody's answer: noise, broken frames, responses that fit nothing, handlers that failed. */
  readonly onEvent?: PeerEventListener;
  /**
   * What to do about frames that are no JSON-RPC messages, besides the event: `answer` them with -32700 or -32600 as an
   * agent must (B6), or only `report` them, as suits a client whose agent prints banners.
   */
  readonly malformed?: 'answer' | 'report';
  /**
   * What happens to running requests when the peer ends its side of the stream: they may `finish` and be answered, for a
   * peer that still listens, or their signals abort (`cancel`). With `run-on` they finish however the connection ends, unless it
   * is closed on this side: what they send when nobody can take it is dropped.
   */
  readonly whenPeerEnds?: 'finish' | 'cancel' | 'run-on';
  /** The methods whose requests do not run on with `run-on`: their signals abort when the peer has gone. */
  readonly endWithPeer?: readonly string[];
  /** How much is kept in memory. */
  readonly limits?: Partial<PeerLimits>;
}

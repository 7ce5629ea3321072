import type { ConnectionError } from '../../jsonrpc/connection-error.ts';
import type { HandlerContext, RequestContext } from '../../jsonrpc/handler-context.ts';
import type { PeerLimits } from '../../jsonrpc/limits.ts';
import { Peer } from '../../jsonrpc/peer.ts';
import type { Reading } from '../../protocol/reading/decode.ts';
import type { AsyncCloseable } from '../../transport/async-closeable.ts';
import type { Transport } from '../../transport/transport.ts';
import { type AnyVersionOptions, forAnyClient } from '../any-version.ts';
import { type CheckOutgoing, outgoingCheck } from '../check-outgoing.ts';
import { report } from '../event-report.ts';
import { noiseEvent } from '../noise-event.ts';
import type { Agent } from './agent.ts';
import type { ConnectedClient } from './connected-client.ts';
import { AgentDesk } from './connection.ts';
import type { AgentEvent } from './event.ts';
import type { AgentSession } from './session.ts';

/** How an agent is served. */
export interface ServeOptions {
  /**
   * Is told what is nobody's answer: noise, unknown notifications, handlers that failed, late reports, doubtful values of the agent's
   * own. Unless given, what failed in the agent's own code is printed to standard error, and the rest is silent.
   */
  readonly onEvent?: (event: AgentEvent) => void;
  /** How requests are read; `lenient` passes over what the schema allows to pass over. */
  readonly reading?: Reading;
  /** Whether outgoing values are checked; by default in development. */
  readonly checkOutgoing?: CheckOutgoing;
  /**
   * What becomes of running turns when the client leaves or its connection fails: they are cancelled (default), or they run to their end,
   * those that wait as well. What they say then reaches nobody but the log, and a question for permission is answered `cancelled`;
   * `closed` resolves when the last of them has ended. A session that is being loaded or resumed is given up in any case.
   */
  readonly whenClientLeaves?: 'cancel' | 'finish';
  readonly limits?: Partial<PeerLimits>;
  /** How a v1 client is served: what becomes of text that it has already shown, where losses are told. */
  readonly bridge?: AnyVersionOptions;
}

/** A connection of an agent to one client. */
export interface AgentConnection extends AsyncCloseable {
  /** The sessions that are open on this connection, by id. */
  readonly sessions: ReadonlyMap<string, AgentSession>;
  /** Resolves with the reason when the connection is over, and the turns that were to finish have. */
  readonly closed: Promise<ConnectionError>;
  /** Ends the connection and cancels what runs. */
  close(): Promise<void>;
  /** Sends the client something that the protocol does not define. */
  notify(method: string, params?: unknown): Promise<void>;
  /**
   * Asks the client something that the protocol does not define. Not to be awaited in a handler of `notifications`, which
   * the answer would wait for: that has `context.request`.
   */
  request(method: string, params?: unknown, options?: { readonly signal?: AbortSignal | undefined }): Promise<unknown>;
}

/** Serves an agent to the client at the other end of a transport, which may speak v2 or v1. */
export function serve(agent: Agent, transport: Transport, options: ServeOptions = {}): AgentConnection {
  // Plain JavaScript may hand over the definition itself.
  if (agent?.definition === undefined)
    throw new TypeError('serve takes what agent() made: serve(agent({ prompt }), transport)');
  let client: ConnectedClient | undefined;
  const desk = new AgentDesk(agent, {
    client: () => client,
    reading: options.reading ?? 'strict',
    check: outgoingCheck(options.checkOutgoing, options.onEvent),
    tell: (event) => report(options, event),
    notify: (method, params) => peer.notify(method, params),
  });
  const limits = options.limits === undefined ? {} : { limits: options.limits };
  const bridging: AnyVersionOptions = {
    ...limits,
    ...options.bridge,
    onEvent(event) {
      if (event.event === 'noise' && event.from === 'client') report(options, noiseEvent(event.frame));
      options.bridge?.onEvent?.(event);
    },
  };
  const anyVersion = forAnyClient(transport, bridging, (introduced) => {
    client = introduced;
  });
  const peer: Peer = new Peer(anyVersion, {
    requests: desk.requests,
    notifications: desk.notifications,
    urgent: desk.urgent,
    malformed: 'answer',
    whenPeerEnds: options.whenClientLeaves === 'finish' ? 'run-on' : 'cancel',
    // Nobody waits for a session that is opened for a client who has left.
    endWithPeer: ['session/load', 'session/resume'],
    onEvent: (event) => report(options, event),
    ...limits,
  });
  return {
    sessions: desk.sessions,
    closed: peer.closed,
    close: () => peer.close(),
    notify: (method, params) => peer.notify(method, params),
    request: (method, params, request) => peer.request(method, params, request),
    [Symbol.asyncDispose]: () => peer.close(),
  };
}

/** Handlers by method, as a peer takes them. */
export interface Handlers {
  readonly requests: Readonly<Record<string, (params: unknown, context: RequestContext) => unknown>>;
  readonly notifications: Readonly<Record<string, (params: unknown, context: HandlerContext) => unknown>>;
}

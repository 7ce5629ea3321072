import { ConnectionError, type ConnectionFailure } from '../../jsonrpc/connection-error.ts';
import type { Peer } from '../../jsonrpc/peer.ts';
import { Gate } from '../../transport/gate.ts';
import type { AgentCalls } from './agent-calls.ts';
import type { AgentLine } from './agent-line.ts';

/** How many connections in a row may fail before the client gives up. Transports over a network have pauses of their own. */
const mostAttempts = 10;

/** A connection that held this long, in milliseconds, has not failed. */
const longEnough = 10_000;

/** The ends of a connection after which another one may help. */
const mayComeBack: ReadonlySet<ConnectionFailure> = new Set(['ended', 'failed', 'forgotten']);

/** Returns whether an error says that the connection was lost, and that another one may help. */
export function isLoss(error: unknown): boolean {
  return error instanceof ConnectionError && mayComeBack.has(error.reason);
}

/** How another connection to the same agent is opened. */
export interface AnotherConnection {
  open(): Promise<Peer>;
  /** Performs the handshake, and returns the requests over that connection. */
  shakeHands(peer: Peer): Promise<AgentCalls>;
}

/** What a reconnection uses of its client. */
interface ReconnectionParts {
  readonly line: AgentLine;
  /** Opens another connection; undefined if there can be none. */
  readonly open: (() => Promise<Peer>) | undefined;
  /** Called at once when the connection is lost and another one will be opened. */
  readonly onLost: (cause: ConnectionError) => void;
  /** Performs the handshake of a new connection and opens the sessions again. What it returns is called when that connection is in use. */
  readonly restore: (peer: Peer) => Promise<() => void>;
  /** Called when the connection is over for good. */
  readonly onOver: (error: ConnectionError) => void;
}

/** Opens another connection when one is lost, until it is over for good. */
export class Reconnection {
  readonly #parts: ReconnectionParts;
  readonly #over = new Gate();
  #error: ConnectionError | undefined;
  /** The connection that is being opened. */
  #opening: Peer | undefined;
  /** How many connections in a row were lost before they were of any use. */
  #failures = 0;
  /** When the present connection was opened, and how much had been answered by then. */
  #since = { at: performance.now(), answers: 0 };
  #restored: Promise<void> | undefined;
  /** Resolves with the reason when the connection is over for good. */
  readonly closed: Promise<ConnectionError>;

  constructor(parts: ReconnectionParts) {
    this.#parts = parts;
    this.closed = this.#over.promise.then(() => this.#error as ConnectionError);
    this.#watch(parts.line.peer);
  }

  /** Whether the connection is over for good. */
  get isOver(): boolean {
    return this.#error !== undefined;
  }

  /** Ends the connection for good. */
  async close(): Promise<void> {
    this.#end(new ConnectionError('closed', 'The connection was closed.'));
    await Promise.all([this.#parts.line.peer.close(), this.#opening?.close()]);
  }

  #watch(peer: Peer): void {
    void peer.closed.then((error) => this.#lose(peer, error));
  }

  #lose(peer: Peer, cause: ConnectionError): void {
    const { line, open, onLost } = this.#parts;
    if (this.#error !== undefined || this.#restored !== undefined || line.peer !== peer) return;
    if (open === undefined || !isLoss(cause)) {
      this.#end(cause);
      return;
    }
    const isUseful = line.answers > this.#since.answers || performance.now() - this.#since.at > longEnough;
    if (isUseful) this.#failures = 0;
    this.#restored = this.#restore(peer, open, cause);
    line.waitFor(this.#restored);
    onLost(cause);
  }

  async #restore(lost: Peer, open: () => Promise<Peer>, cause: ConnectionError): Promise<void> {
    // What the old connection still delivers comes before anything of the new one.
    await lost.closed;
    let failure: unknown = cause;
    while (this.#failures < mostAttempts && this.#error === undefined) {
      this.#failures += 1;
      let peer: Peer | undefined;
      try {
        peer = await reached(open);
        this.#opening = peer;
        // The client may have been closed meanwhile.
        if (this.#error !== undefined) throw this.#error;
        const onRestored = await this.#parts.restore(peer);
        if (this.#error !== undefined) throw this.#error;
        this.#goOn(peer);
        onRestored();
        return;
      } catch (error) {
        failure = error;
        await peer?.close();
        if (!isLoss(error)) break;
      } finally {
        this.#opening = undefined;
      }
    }
    const error = this.#error ?? asConnectionError(failure);
    this.#end(error);
    throw error;
  }

  #goOn(peer: Peer): void {
    const { line } = this.#parts;
    line.goOn(peer);
    this.#restored = undefined;
    this.#since = { at: performance.now(), answers: line.answers };
    this.#watch(peer);
  }

  #end(error: ConnectionError): void {
    if (this.#error !== undefined) return;
    this.#error = error;
    this.#parts.onOver(error);
    void this.#parts.line.peer.closed.then(() => this.#over.open());
  }
}

/** Opens another connection. One that cannot be opened now is not tried again: transports over a network do that themselves. */
async function reached(open: () => Promise<Peer>): Promise<Peer> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof ConnectionError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new ConnectionError('unreachable', `The agent could not be reached again: ${why}`, { cause: error });
  }
}

function asConnectionError(cause: unknown): ConnectionError {
  if (cause instanceof ConnectionError) return cause;
  const why = cause instanceof Error ? `: ${cause.message}` : '.';
  return new ConnectionError('refused', `The agent could not be connected again${why}`, { cause });
}

import type { RequestOptions } from '../../jsonrpc/handler-context.ts';
import type { Peer } from '../../jsonrpc/peer.ts';
import { unlessAborted } from '../../transport/unless-aborted.ts';

/** Sends requests and notifications to an agent. */
export interface AgentPeer extends Pick<Peer, 'request' | 'notify'> {
  /** Called when the agent has answered a request. */
  onAnswer?(): void;
}

/**
 * The line to an agent, over one connection after another. While there is none, requests and notifications wait for the next; those in a session
 * that is not open again wait for that.
 */
export class AgentLine implements AgentPeer {
  #peer: Peer;
  /** How many requests were answered. */
  #answers = 0;
  /** Resolves when there is a connection again, and rejects when there will be none. */
  #next: Promise<void> | undefined;
  /** The sessions that are not open again on the present connection, with what resolves when that is over. */
  readonly #held = new Map<unknown, Promise<void>>();

  constructor(peer: Peer) {
    this.#peer = peer;
  }

  /** The present connection, or the last one. */
  get peer(): Peer {
    return this.#peer;
  }

  /** How many requests were answered. */
  get answers(): number {
    return this.#answers;
  }

  onAnswer(): void {
    this.#answers += 1;
  }

  /** Resolves when there is another connection; undefined if there is one now. */
  get next(): Promise<void> | undefined {
    return this.#next;
  }

  /** Makes everything wait until there is another connection. */
  waitFor(next: Promise<void>): void {
    next.catch(() => {});
    this.#next = next;
  }

  /** Goes on over a connection; what waits is sent when the promise of `waitFor` resolves. */
  goOn(peer: Peer): void {
    this.#peer = peer;
    this.#next = undefined;
  }

  /** Makes what names a session wait until a promise resolves, or the session is released. */
  hold(sessionId: string, over: Promise<void>): void {
    this.#held.set(sessionId, over);
  }

  /** Sends what names a session again; what waits is sent when the promise of `hold` resolves. */
  release(sessionId: string): void {
    this.#held.delete(sessionId);
  }

  request<Result = unknown>(method: string, params?: unknown, options?: RequestOptions<Result>): Promise<Result> {
    const wait = this.#waitOf(params);
    if (wait === undefined) return this.#peer.request(method, params, options);
    const stops = [options?.signal, options?.cancel].filter((signal) => signal !== undefined);
    return unlessAborted(wait, stops).then(() => this.request(method, params, options));
  }

  notify(method: string, params?: unknown): Promise<void> {
    const wait = this.#waitOf(params);
    if (wait === undefined) return this.#peer.notify(method, params);
    const sent = wait.then(() => this.notify(method, params));
    sent.catch(() => {});
    return sent;
  }

  #waitOf(params: unknown): Promise<void> | undefined {
    if (this.#next !== undefined || this.#held.size === 0) return this.#next;
    return this.#held.get((Object(params) as { readonly sessionId?: unknown }).sessionId);
  }
}

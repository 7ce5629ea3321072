import { Gate } from '../transport/gate.ts';
import type { BatchAnswer } from './batch-answer.ts';
import type { RequestContext } from './handler-context.ts';
import type { RequestId } from './message.ts';

/** The incoming requests whose handlers run, and those whose answers wait to be sent. */
export class RunningRequests {
  readonly #limit: number;
  readonly #send: (text: string) => Promise<void> | undefined;
  readonly #onFree: () => void;
  readonly #contexts = new Set<RequestContext>();
  readonly #byId = new Map<RequestId, RequestContext>();
  #unsentAnswers = 0;
  #freed: Gate | undefined;

  /** `send` takes the text of an answer; `onFree` is told when a request is done with. */
  constructor(limit: number, send: (text: string) => Promise<void> | undefined, onFree: () => void) {
    this.#limit = limit;
    this.#send = send;
    this.#onFree = onFree;
  }

  /** The number of requests that are not done with: running, or answered and not sent. */
  get size(): number {
    return this.#contexts.size + this.#unsentAnswers;
  }

  /** Whether no further request may start. */
  get isFull(): boolean {
    return this.size >= this.#limit;
  }

  /** Settles when a request is done with. */
  get freed(): Promise<void> {
    this.#freed ??= new Gate();
    return this.#freed.promise;
  }

  /** Whether some of them wait for the peer: to answer a request of theirs, or to take an answer. */
  get waitForPeer(): boolean {
    if (this.#unsentAnswers > 0) return true;
    for (const context of this.#contexts) if (context.openCalls > 0) return true;
    return false;
  }

  /** Whether a running request has this id. */
  has(id: RequestId): boolean {
    return this.#byId.has(id);
  }

  /** Counts a request among the running ones. */
  start(context: RequestContext): void {
    this.#contexts.add(context);
    this.#byId.set(context.id, context);
  }

  /** Sends the answer of a request, which from now on cannot be cancelled. */
  finish(context: RequestContext, answer: string, batch: BatchAnswer | undefined): void {
    this.#contexts.delete(context);
    if (this.#byId.get(context.id) === context) this.#byId.delete(context.id);
    const room = batch === undefined ? this.#send(answer) : batch.add(answer, () => context.follow());
    context.markAnswered();
    if (batch === undefined) context.follow();
    if (room === undefined) {
      this.#free();
      return;
    }
    this.#unsentAnswers += 1;
    const sent = () => {
      this.#unsentAnswers -= 1;
      this.#free();
    };
    room.then(sent, sent);
  }

  /** Aborts the signal of a running request; false when there is none with this id. */
  cancel(id: RequestId, reason: unknown): boolean {
    const context = this.#byId.get(id);
    context?.abort(reason);
    return context !== undefined;
  }

  /** Aborts the signals of all, or of those of some methods. */
  abortAll(reason: unknown, methods?: readonly string[]): void {
    for (const context of [...this.#contexts]) {
      if (methods === undefined || methods.includes(context.method)) context.abort(reason);
    }
  }

  #free(): void {
    this.#freed?.open();
    this.#freed = undefined;
    this.#onFree();
  }
}

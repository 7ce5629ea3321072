import type { Clock } from '../wire/clock.ts';

/** Why a POST was not handled. `repeated`: its number was handled before; `missing`: one before it did not come in time, or too many wait. */
type Unhandled = 'repeated' | 'missing';

interface Waiting<T> {
  readonly handle: () => T;
  readonly resolve: (outcome: T | Unhandled) => void;
  readonly size: number;
  /** Ends the waiting. */
  readonly leave: () => void;
}

/** Handles numbered POSTs in the order of their numbers, each number once, whatever order they arrive in. */
export class PostOrder<T> {
  readonly #clock: Clock;
  readonly #patience: number;
  readonly #mostWaiting: number;
  readonly #mostSize: number;
  #next = 1;
  readonly #waiting = new Map<number, Waiting<T>>();

  /** A POST waits at most `patience` milliseconds for those before it. At most `waiting` of them, with `size` in all, wait at a time. */
  constructor(clock: Clock, patience: number, most: { readonly waiting: number; readonly size: number }) {
    this.#clock = clock;
    this.#patience = patience;
    this.#mostWaiting = most.waiting;
    this.#mostSize = most.size;
  }

  /** Calls `handle` when all lower numbers were handled, at once if they were. `size` is what the POST takes while it waits. */
  run(number: number, size: number, handle: () => T): Promise<T | Unhandled> {
    if (number < this.#next) return Promise.resolve('repeated');
    if (number > this.#next) return this.#wait(number, size, handle);
    const outcome = this.#handle(handle);
    this.#handleWaiting();
    return Promise.resolve(outcome);
  }

  /** Nothing that waits is handled any more. */
  end(): void {
    for (const { leave, resolve } of this.#waiting.values()) {
      leave();
      resolve('missing');
    }
    this.#waiting.clear();
  }

  #wait(number: number, size: number, handle: () => T): Promise<T | Unhandled> {
    const earlier = this.#waiting.get(number);
    let waiting = size - (earlier?.size ?? 0);
    for (const each of this.#waiting.values()) waiting += each.size;
    const isFull = earlier === undefined && this.#waiting.size >= this.#mostWaiting;
    if (isFull || waiting > this.#mostSize) return Promise.resolve('missing');
    // The later of two is the repetition; nobody waits for an answer to the first any more.
    earlier?.leave();
    earlier?.resolve('repeated');
    return new Promise((resolve) => {
      const leave = this.#clock.after(this.#patience, () => {
        this.#waiting.delete(number);
        resolve('missing');
      });
      this.#waiting.set(number, { handle, resolve, size, leave });
    });
  }

  #handleWaiting(): void {
    for (let next = this.#waiting.get(this.#next); next !== undefined; next = this.#waiting.get(this.#next)) {
      this.#waiting.delete(this.#next);
      next.leave();
      next.resolve(this.#handle(next.handle));
    }
  }

  #handle(handle: () => T): T {
    this.#next += 1;
    return handle();
  }
}

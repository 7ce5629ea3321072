import { unlessAborted } from '../transport/unless-aborted.ts';

/** Runs tasks with the same key one after another, in the order in which they were added; other keys run in parallel. */
export class KeyedQueue {
  readonly #last = new Map<string, Promise<void>>();
  /** How many tasks of a key have not ended. */
  readonly #counts = new Map<string, number>();

  /** Returns a promise that resolves when all tasks of the key have ended, or undefined if there are none. It never rejects. */
  pending(key: string): Promise<void> | undefined {
    return this.#last.get(key);
  }

  /** Returns whether a task of the key waits for another one. */
  isAwaited(key: string): boolean {
    return (this.#counts.get(key) ?? 0) > 1;
  }

  /** Runs a task once all earlier tasks of its key have ended. It is dropped if a signal aborts while it waits. */
  run<T>(key: string, task: () => Promise<T>, signals: readonly AbortSignal[] = []): Promise<T> {
    const before = this.#last.get(key);
    const forget = (): void => {
      if (this.#last.get(key) === ended) this.#last.delete(key);
    };
    // Forgotten before the caller goes on, who may look at `pending` at once.
    const work = (): Promise<T> => task().finally(forget);
    const running = before === undefined ? work() : unlessAborted(before, signals).then(work);
    // A task that is dropped while it waits must not let those behind it overtake the running one.
    const ended: Promise<void> = Promise.allSettled([before, running]).then(forget);
    this.#last.set(key, ended);
    this.#count(key, 1);
    const leave = (): void => this.#count(key, -1);
    running.then(leave, leave);
    return running;
  }

  #count(key: string, change: 1 | -1): void {
    const count = (this.#counts.get(key) ?? 0) + change;
    if (count === 0) this.#counts.delete(key);
    else this.#counts.set(key, count);
  }
}

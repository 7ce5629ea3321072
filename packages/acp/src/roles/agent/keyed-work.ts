import { unlessAborted } from '../../transport/unless-aborted.ts';

/** Runs the work of each key one after another, in the order in which it was given; the work of other keys runs beside it. */
export class KeyedWork {
  readonly #last = new Map<string, Promise<void>>();

  /** Runs work when all that was given for the key before has ended, well or not; if a signal aborts until then, it is never run. */
  run<T>(key: string, work: () => Promise<T>, stops: readonly AbortSignal[] = []): Promise<T> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const running = unlessAborted(before, stops).then(work);
    // Who is given up while it waits does not let those behind it overtake the one that runs.
    const ended = Promise.allSettled([before, running]).then(() => {
      if (this.#last.get(key) === ended) this.#last.delete(key);
    });
    this.#last.set(key, ended);
    return running;
  }
}

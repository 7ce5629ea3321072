/** Runs the work of each key one after another, in the order in which it was given; the work of other keys runs beside it. */
export class KeyedWork {
  readonly #last = new Map<string, Promise<void>>();

  /** Runs work when all that was given for the key before has ended, well or not. */
  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const running = before.then(work);
    const ended = running.then(nothing, nothing).then(() => {
      if (this.#last.get(key) === ended) this.#last.delete(key);
    });
    this.#last.set(key, ended);
    return running;
  }
}

function nothing(): void {}

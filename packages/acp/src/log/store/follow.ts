import type { LogEntry } from '../event.ts';

/** Wakes those who wait when something may have changed. */
export class Bell {
  #wake: (() => void) | undefined;
  #rung: Promise<void> | undefined;

  /** Wakes everybody who waits now. */
  ring(): void {
    this.#wake?.();
    this.#wake = undefined;
    this.#rung = undefined;
  }

  /** Resolves at the next ring; ask before reading, and wait after it, so that nothing is missed. */
  next(): Promise<void> {
    this.#rung ??= new Promise((resolve) => {
      this.#wake = resolve;
    });
    return this.#rung;
  }
}

/** What following needs of a store. */
export interface Followed {
  /** Entries from a position on, in batches; undefined when the session is gone. */
  read(
    from: number,
  ): AsyncIterable<readonly LogEntry[]> | undefined | Promise<AsyncIterable<readonly LogEntry[]> | undefined>;
  readonly bell: Bell;
  isClosed(): boolean;
}

/** Yields entries as they come until the session is deleted or the log closed; an abort throws the signal's reason. */
export async function* follow(
  followed: Followed,
  from: number,
  signal: AbortSignal,
): AsyncGenerator<readonly LogEntry[], void, undefined> {
  let wake = () => {};
  const abort = () => wake();
  signal.addEventListener('abort', abort, { once: true });
  try {
    let position = from;
    while (true) {
      signal.throwIfAborted();
      if (followed.isClosed()) return;
      const rung = followed.bell.next();
      const batches = await followed.read(position);
      if (batches === undefined) return;
      for await (const batch of batches) {
        const last = batch.at(-1);
        if (last === undefined) continue;
        position = last.position + 1;
        yield batch;
        signal.throwIfAborted();
      }
      await new Promise<void>((resolve) => {
        wake = resolve;
        if (signal.aborted) resolve();
        void rung.then(resolve);
      });
    }
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

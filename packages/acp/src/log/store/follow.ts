import type { LogEntry } from '../event.ts';

/** Wakes waiting followers when something may have changed. */
export class Bell {
  #wake: (() => void) | undefined;
  #rung: Promise<void> | undefined;

  /** Wakes everybody who is waiting. */
  ring(): void {
    this.#wake?.();
    this.#wake = undefined;
    this.#rung = undefined;
  }

  /** Resolves at the next ring. Call it before reading and await it after that, so that nothing is missed. */
  next(): Promise<void> {
    this.#rung ??= new Promise((resolve) => {
      this.#wake = resolve;
    });
    return this.#rung;
  }
}

/** What following needs of a log. */
interface Followed {
  /** Returns the next entries from a position on, at most {@link batchSize}; undefined when the session is gone or the log closed. */
  read(from: number): Promise<readonly LogEntry[] | undefined>;
  readonly bell: Bell;
}

/** The most entries of a batch. */
export const batchSize = 2_000;

/** Yields entries as they come until the session is deleted or the log closed; throws the signal's reason when it aborts. */
export async function* follow(
  { read, bell }: Followed,
  from: number,
  signal: AbortSignal,
): AsyncGenerator<readonly LogEntry[], void, undefined> {
  let wake = () => {};
  const abort = () => wake();
  signal.addEventListener('abort', abort, { once: true });
  try {
    for (let position = from; ; ) {
      signal.throwIfAborted();
      const rung = bell.next();
      const batch = await read(position);
      if (batch === undefined) return;
      const last = batch.at(-1);
      if (last !== undefined) {
        position = last.position + 1;
        yield batch;
        if (batch.length === batchSize) continue;
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

import { conflict } from '../log-error.ts';
import type { AppendOptions } from '../session-log.ts';
import { checkTime } from '../time.ts';

/** Lets appends through that continue their session, and nothing more of a writer once one of its own has failed (LG2). */
export class Continuity {
  readonly #stopped = new WeakSet<object>();

  /** Refuses an append to a session that ends at this position, unless it goes on there at a time that a log keeps. */
  check(sessionId: string, options: AppendOptions, position: number): void {
    const { at, expected, writer } = options;
    try {
      checkTime(at);
    } catch (error) {
      this.stop(options);
      throw error;
    }
    if (expected === position && (writer === undefined || !this.#stopped.has(writer))) return;
    this.stop(options);
    throw conflict(sessionId, expected, position);
  }

  /** Stops the writer of an append that has failed. */
  stop({ writer }: AppendOptions): void {
    if (writer !== undefined) this.#stopped.add(writer);
  }
}

import { conflict } from '../log-error.ts';
import type { AppendOptions } from '../session-log.ts';
import { checkTime } from '../time.ts';

/** Refuses appends that do not continue their session, and all appends of a writer after one of them has failed. */
export class Continuity {
  readonly #stopped = new WeakSet<object>();

  /** Throws unless an append continues a session that ends at this position, at a time that a log can keep. */
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

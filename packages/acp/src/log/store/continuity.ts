import { conflict } from '../log-error.ts';
import type { AppendOptions } from '../session-log.ts';
import { checkTime, isTime } from '../time.ts';

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
    if (expected === position && !this.#isStopped(writer)) return;
    this.stop(options);
    throw conflict(sessionId, expected, position);
  }

  /** Returns whether {@link Continuity.check} would let an append pass. */
  allows({ at, expected, writer }: AppendOptions, position: number): boolean {
    return isTime(at) && expected === position && !this.#isStopped(writer);
  }

  #isStopped(writer: object | undefined): boolean {
    return writer !== undefined && this.#stopped.has(writer);
  }

  /** Stops the writer of an append that has failed. */
  stop({ writer }: AppendOptions): void {
    if (writer !== undefined) this.#stopped.add(writer);
  }
}

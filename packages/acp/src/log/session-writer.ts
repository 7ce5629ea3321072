import { readerFor } from '../session/session-readers.ts';
import type { LogEvent } from './event.ts';
import type { SessionLog } from './session-log.ts';

function isNotice(event: LogEvent): boolean {
  return event.type === 'update' && readerFor(event.dialect).isNotice(event.update);
}

/** Appends to one session in order without waiting for each append; `durable` resolves when everything so far survives a crash. */
export class SessionWriter {
  readonly #log: SessionLog;
  readonly #sessionId: string;
  readonly #now: () => number;
  #position: number;
  #last: Promise<unknown> = Promise.resolve();
  readonly #stop = new AbortController();

  /** Continues a session at a position; `now` gives the times of entries, in milliseconds since 1970. */
  constructor(log: SessionLog, sessionId: string, position: number, now: () => number) {
    this.#log = log;
    this.#sessionId = sessionId;
    this.#position = position;
    this.#now = now;
    const lost = log.ownership?.owned(sessionId)?.lost;
    lost?.addEventListener('abort', () => this.#stop.abort(lost.reason), { once: true });
  }

  /** The position of the next event. */
  get position(): number {
    return this.#position;
  }

  /** Aborts at the first failure, or when this node no longer owns the session, with the error as its reason; nothing more is stored then. */
  get stopped(): AbortSignal {
    return this.#stop.signal;
  }

  /** Appends events, except for notices; after a failure nothing more is stored, and {@link SessionWriter.durable} rejects with it. */
  append(all: readonly LogEvent[], history: 'erase' | 'keep' = 'erase'): void {
    const events = all.some(isNotice) ? all.filter((event) => !isNotice(event)) : all;
    if (this.stopped.aborted || events.length === 0) return;
    const options = { expected: this.#position, at: this.#now(), history, writer: this };
    this.#position += events.length;
    this.#last = this.#log.append(this.#sessionId, events, options).catch((error: unknown) => this.#stop.abort(error));
  }

  /** Resolves once everything appended so far survives a crash; rejects with the first failure. */
  async durable(): Promise<void> {
    await this.#last;
    this.stopped.throwIfAborted();
  }
}

import type { BrokenFrame } from '../../transport/transport.ts';
import type { Clock } from '../wire/clock.ts';
import { headers } from '../wire/names.ts';
import { SseParser } from '../wire/sse-parser.ts';
import { linkedAbort } from './linked-abort.ts';

/** How long a stream of a server that sends signs of life may be silent, and one of a server that may send none. */
const SILENCE = 45_000;
const LONG_SILENCE = 300_000;
/** What is normal: servers send a sign of life every 15 seconds. */
const USUAL_SILENCE = 20_000;

/** What a stream needs of its connection. */
interface StreamParts {
  readonly clock: Clock;
  readonly maxLength: number;
  /** Whether the server numbers its events, so that they can be asked for again. */
  readonly isCounted: boolean;
  /** Opens the stream; the header is that of the last event which has arrived. */
  open(headers: Record<string, string>, signal: AbortSignal): Promise<Response>;
  /** Takes what has arrived. The returned promise resolves when there is room for more. */
  deliver(frames: (string | BrokenFrame)[]): Promise<void> | undefined;
}

/** The answer to a request for a stream that was refused. */
export class RefusedStream extends Error {
  readonly response: Response;

  constructor(response: Response) {
    super(`The server refused a stream with status ${response.status}.`);
    this.response = response;
  }
}

/** Reads one stream of events, again and again; it remembers what has arrived. */
export class EventStream {
  readonly #parts: StreamParts;
  #lastId: string;
  #check: (() => void) | undefined;
  /** The pause before the next attempt that the server has asked for, in milliseconds. */
  retry = 0;

  constructor(parts: StreamParts) {
    this.#parts = parts;
    // A stream of which nothing has arrived continues at its start, also if what was written to it was lost.
    this.#lastId = parts.isCounted ? '0' : '';
  }

  /** Gives up a stream that has been silent longer than usual, so that it is opened again. */
  check(): void {
    this.#check?.();
  }

  /** Reads the stream until it ends. Rejects if it breaks, if the server refuses it, or if the signal aborts. */
  async read(signal: AbortSignal, onOpen: () => void): Promise<void> {
    const { clock, isCounted, maxLength, deliver } = this.#parts;
    const { controller: attempt, unlink } = linkedAbort(signal);
    const silence = isCounted ? SILENCE : LONG_SILENCE;
    let isWaiting = true;
    let lastSign = clock.now();
    let stop = () => {};
    const watch = (milliseconds: number) => {
      stop = clock.after(milliseconds, () => {
        const left = isWaiting ? lastSign + silence - clock.now() : silence;
        if (left > 0) watch(left);
        else attempt.abort(new Error(`The server was silent for ${silence / 1_000} seconds.`));
      });
    };
    watch(silence);
    this.#check = () => {
      if (isWaiting && clock.now() - lastSign >= USUAL_SILENCE) attempt.abort(new Error('The server was silent.'));
    };
    try {
      const response = await this.#parts.open(
        this.#lastId === '' ? {} : { [headers.lastEvent]: this.#lastId },
        attempt.signal,
      );
      if (!response.ok || response.body === null) throw new RefusedStream(response);
      onOpen();
      const reader = response.body.getReader();
      const parser = new SseParser(maxLength);
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        lastSign = clock.now();
        const frames: (string | BrokenFrame)[] = [];
        for (const { id, data } of parser.push(value)) {
          if (isCounted && !this.#isNew(id)) continue;
          this.#lastId = id;
          frames.push(data);
        }
        // An event without data is not delivered, but has a number.
        if (!isCounted || this.#isNew(parser.lastId)) this.#lastId = parser.lastId;
        this.retry = parser.retry ?? this.retry;
        isWaiting = false;
        await deliver(frames);
        isWaiting = true;
        lastSign = clock.now();
      }
    } finally {
      stop();
      this.#check = undefined;
      unlink();
      attempt.abort();
    }
  }

  #isNew(id: string): boolean {
    return Number(id) > Number(this.#lastId);
  }
}

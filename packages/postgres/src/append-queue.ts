import { type AppendOptions, LogError, type LogEvent } from '@emend/acp/log';
import { conflict, Fifo } from '@emend/acp/log/store';

/** An append that waits for its turn. */
export interface Waiting {
  readonly events: readonly LogEvent[];
  readonly texts: readonly string[];
  readonly options: AppendOptions;
  readonly resolve: (position: number) => void;
  readonly reject: (error: unknown) => void;
}

const largestBatch = 2000;

/** The appends to one session: those that come while one is under way go out together, in one transaction. */
export class AppendQueue {
  readonly #sessionId: string;
  readonly #store: (batch: readonly Waiting[]) => Promise<void>;
  readonly #waiting = new Fifo<Waiting>();
  #running: Promise<void> | undefined;

  /** `store` makes a batch durable, the appends of which follow each other. */
  constructor(sessionId: string, store: (batch: readonly Waiting[]) => Promise<void>) {
    this.#sessionId = sessionId;
    this.#store = store;
  }

  /** Resolves when nothing waits any more; undefined if nothing does. */
  get idle(): Promise<void> | undefined {
    return this.#running;
  }

  add(append: Waiting): void {
    this.#waiting.push(append);
    this.#running ??= this.#run();
  }

  async #run(): Promise<void> {
    // What is appended in the same turn of the event loop belongs into the same transaction.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const batch = this.#next();
      try {
        await this.#store(batch);
        for (const { options, events, resolve } of batch) resolve(options.expected + events.length);
      } catch (error) {
        for (const { options, reject } of batch) reject(this.#told(error, options));
      }
    }
    // Here, and not a moment later: what is added in between would wait for a run that is over.
    this.#running = undefined;
  }

  /** The appends of one writer that continue each other, from the first that waits. */
  #next(): Waiting[] {
    const batch: Waiting[] = [];
    let size = 0;
    const writer = this.#waiting.first?.options.writer;
    let expected = this.#waiting.first?.options.expected;
    while (size < largestBatch) {
      const append = this.#waiting.first;
      if (append === undefined || append.options.expected !== expected || append.options.writer !== writer) break;
      this.#waiting.shift();
      batch.push(append);
      size += append.events.length;
      expected = append.options.expected + append.events.length;
    }
    return batch;
  }

  /** A conflict names what each caller expected. */
  #told(error: unknown, { expected }: AppendOptions): unknown {
    if (!(error instanceof LogError) || error.failure !== 'conflict' || error.position === undefined) return error;
    return conflict(this.#sessionId, expected, error.position);
  }
}

import { conflict, LogError } from '../log-error.ts';
import type { AppendOptions } from '../session-log.ts';
import { isTime } from '../time.ts';
import { Fifo } from './fifo.ts';
import type { Append } from './store.ts';

interface Waiting {
  readonly append: Append;
  readonly resolve: (position: number) => void;
  readonly reject: (error: unknown) => void;
}

/** Makes a batch of appends durable, each of which continues the one before. */
export type StoreBatch = (sessionId: string, batch: readonly Append[]) => Promise<unknown>;

const largestBatch = 2000;

/** Queues appends by session: those that come while one is in flight are stored together, in one transaction. */
export class AppendQueues {
  readonly #store: StoreBatch;
  readonly #queues = new Map<string, AppendQueue>();

  constructor(store: StoreBatch) {
    this.#store = store;
  }

  /** Stores an append in its turn; resolves to the position after it. */
  add(append: Append): Promise<number> {
    const { sessionId } = append;
    const queue = this.#queues.get(sessionId) ?? this.#start(sessionId);
    return new Promise((resolve, reject) => queue.add({ append, resolve, reject }));
  }

  /** Resolves when no append is waiting any more. */
  async idle(): Promise<void> {
    await Promise.all([...this.#queues.values()].map(({ running }) => running));
  }

  #start(sessionId: string): AppendQueue {
    const queue = new AppendQueue(sessionId, this.#store, () => this.#queues.delete(sessionId));
    this.#queues.set(sessionId, queue);
    return queue;
  }
}

class AppendQueue {
  readonly #sessionId: string;
  readonly #store: StoreBatch;
  readonly #emptied: () => void;
  readonly #waiting = new Fifo<Waiting>();
  #running: Promise<void> | undefined;

  constructor(sessionId: string, store: StoreBatch, emptied: () => void) {
    this.#sessionId = sessionId;
    this.#store = store;
    this.#emptied = emptied;
  }

  /** Resolves when nothing is waiting any more; undefined if nothing is. */
  get running(): Promise<void> | undefined {
    return this.#running;
  }

  add(waiting: Waiting): void {
    this.#waiting.push(waiting);
    this.#running ??= this.#run();
  }

  async #run(): Promise<void> {
    // What is appended in the same turn of the event loop belongs into the same transaction.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const batch = this.#next();
      try {
        await this.#store(
          this.#sessionId,
          batch.map(({ append }) => append),
        );
        for (const { append, resolve } of batch) resolve(append.options.expected + append.events.length);
      } catch (error) {
        for (const { append, reject } of batch) reject(this.#errorFor(append.options, error));
      }
    }
    // Here, and not a moment later: what is added in between would wait for a run that is over.
    this.#emptied();
  }

  /** Takes the appends of one writer that continue each other, from the first that is waiting. */
  #next(): Waiting[] {
    const batch: Waiting[] = [];
    let size = 0;
    const first = this.#waiting.first?.append.options;
    let expected = first?.expected;
    while (size < largestBatch) {
      const waiting = this.#waiting.first;
      if (waiting === undefined) break;
      const { events, options } = waiting.append;
      if (options.expected !== expected || options.writer !== first?.writer) break;
      const isKept = isTime(options.at);
      if (batch.length > 0 && !isKept) break;
      this.#waiting.shift();
      batch.push(waiting);
      // One that will be refused for its time must not take others with it.
      if (!isKept) break;
      size += events.length;
      expected = options.expected + events.length;
    }
    return batch;
  }

  /** A conflict names what each caller expected. */
  #errorFor({ expected }: AppendOptions, error: unknown): unknown {
    if (!(error instanceof LogError) || error.failure !== 'conflict' || error.position === undefined) return error;
    return conflict(this.#sessionId, expected, error.position);
  }
}

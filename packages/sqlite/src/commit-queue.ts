import { setImmediate } from 'node:timers';

/** A change that waits to be made durable together with others. */
interface Waiting {
  readonly run: () => unknown;
  readonly weight: number;
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
  promise?: Promise<unknown>;
}

/** The most changes and characters of one transaction, so that none holds the event loop for long. */
const largest = { changes: 4096, weight: 8 * 1024 * 1024 };

/** What the queue needs of a transaction. */
export interface Transactions {
  begin(): void;
  commit(): void;
  /** Called after a failure, which it gives a name; must not throw. */
  rollback(error: unknown): unknown;
}

/** Group commit: whatever is asked for in one turn of the event loop becomes durable with one write to the disk. */
export class CommitQueue {
  readonly #transactions: Transactions;
  #waiting: Waiting[] = [];
  #isScheduled = false;
  #idle: (() => void)[] = [];

  constructor(transactions: Transactions) {
    this.#transactions = transactions;
  }

  /**
   * Runs a change in its turn; resolves when it is durable.
   *
   * A change that throws before it has written anything is refused alone. When the transaction fails, all its changes are.
   */
  add<T>(run: () => T, weight = 0): Promise<T> {
    const done = new Promise<T>((resolve, reject) => this.#waiting.push({ run, weight, resolve, reject }));
    (this.#waiting.at(-1) as Waiting).promise = done;
    if (!this.#isScheduled) {
      this.#isScheduled = true;
      setImmediate(() => this.#flush());
    }
    return done;
  }

  /** Resolves when nothing waits any more. */
  idle(): Promise<void> {
    if (this.#waiting.length === 0) return Promise.resolve();
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  #flush(): void {
    const batch = this.#next();
    const outcomes: { readonly value?: unknown; readonly error?: unknown }[] = [];
    try {
      this.#transactions.begin();
      for (const { run } of batch) {
        try {
          outcomes.push({ value: run() });
        } catch (error) {
          if (!isRefusal(error)) throw error;
          outcomes.push({ error });
        }
      }
      this.#transactions.commit();
      for (const [index, { value, error }] of outcomes.entries()) {
        const waiting = batch[index] as Waiting;
        if (error === undefined) waiting.resolve(value as never);
        else refuse(waiting, error);
      }
    } catch (error) {
      const failure = this.#transactions.rollback(error);
      for (const waiting of batch) refuse(waiting, failure);
    }
    this.#isScheduled = this.#waiting.length > 0;
    if (this.#isScheduled) {
      setImmediate(() => this.#flush());
      return;
    }
    for (const resolve of this.#idle.splice(0)) resolve();
  }

  #next(): Waiting[] {
    let weight = 0;
    let count = 0;
    while (count < this.#waiting.length && count < largest.changes && (count === 0 || weight < largest.weight)) {
      weight += this.#waiting[count]?.weight ?? 0;
      count += 1;
    }
    return this.#waiting.splice(0, count);
  }
}

/** A caller may wait for the last of many changes only; the failure of an earlier one must not end the program. */
function refuse({ promise, reject }: Waiting, error: unknown): void {
  promise?.catch(() => {});
  reject(error);
}

/** Whether a change was refused before it wrote anything. */
function isRefusal(error: unknown): boolean {
  const failure = (error as { failure?: unknown } | null)?.failure;
  return (
    failure === 'conflict' ||
    failure === 'invalid_time' ||
    failure === 'unknown_session' ||
    failure === 'session_exists'
  );
}

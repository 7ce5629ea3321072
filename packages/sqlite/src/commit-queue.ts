import { setImmediate, setTimeout } from 'node:timers';
import { Fifo } from '@emend/acp/log/store';

/** A change to the store. */
export interface Change<T> {
  /** How many characters it writes. */
  readonly weight: number;
  /** Makes the change; may be called again after a rollback. */
  run(): T;
  /** Returns whether the change would hold the event loop for long, unless it is prepared. */
  isUnprepared?(): boolean;
  /** Prepares the change; if that fails, the change is run all the same, and fails then. */
  prepare?(): Promise<void>;
  /** Called on a full disk: whether the change erases, which that must not prevent. */
  erases(): boolean;
}

/** A change that waits to be made durable together with others. */
interface Waiting {
  readonly change: Change<unknown>;
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
  promise: Promise<unknown> | undefined;
}

/** The result of a change: a value, or the error if nothing of it is stored. */
export type Outcome = { readonly value: unknown } | { readonly error: unknown };

/** The most changes and characters of one transaction, so that none holds the event loop for long. */
const largest = { changes: 4096, weight: 8 * 1024 * 1024 };

/** How soon a transaction is tried again that another process has kept from beginning, in milliseconds. */
const lockedPause = 10;

/** How the queue runs transactions. */
export interface Transactions {
  /** Begins one, or throws at once, or nearly so, while another process writes. */
  begin(): void;
  /** Runs a change so that nothing of it stays if it throws, and everything before it does; throws if that cannot be had. */
  isolate(run: () => unknown): Outcome;
  commit(): void;
  /** Called after a failure, which it gives a name; must not throw. */
  rollback(error: unknown): unknown;
  /** Called when a transaction found the disk full, before it is tried once more; must not throw. */
  makeRoom(): void;
  /** Runs a change in a transaction of its own that may use space which others may not; must not throw. */
  insist(run: () => unknown): Outcome;
}

/** How a batch is made durable. */
interface Attempt {
  readonly way: 'together' | 'isolated';
  readonly deadline: number;
  readonly room: 'as it is' | 'made';
}

/** Group commit: all changes of one turn of the event loop become durable with one write to the disk. */
export class CommitQueue {
  readonly #transactions: Transactions;
  readonly #patience: number;
  readonly #waiting = new Fifo<Waiting>();
  #isScheduled = false;
  #idle: (() => void)[] = [];

  /** `patience` is how long changes wait for another process that writes, in milliseconds. */
  constructor(transactions: Transactions, patience: number) {
    this.#transactions = transactions;
    this.#patience = patience;
  }

  /**
   * Makes a change in its turn; resolves when it is durable.
   *
   * A change that throws is refused alone. When the transaction fails, all its changes are refused.
   */
  add<T>(change: Change<T>): Promise<T> {
    let waiting: Waiting | undefined;
    const done = new Promise<T>((resolve, reject) => {
      waiting = { change, resolve, reject, promise: undefined };
      this.#waiting.push(waiting);
    });
    if (waiting !== undefined) waiting.promise = done;
    if (!this.#isScheduled) {
      this.#isScheduled = true;
      setImmediate(() => this.#flush());
    }
    return done;
  }

  /** Resolves when no change is waiting any more. */
  idle(): Promise<void> {
    if (!this.#isScheduled) return Promise.resolve();
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  #flush(): void {
    const first = this.#waiting.first?.change;
    if (first?.prepare !== undefined && first.isUnprepared?.() === true) {
      // What waits behind it waits too, so that all changes take effect in the order of their calls.
      const flush = () => this.#flush();
      first.prepare().then(flush, flush);
      return;
    }
    this.#make(this.#next(), { way: 'together', deadline: performance.now() + this.#patience, room: 'as it is' });
  }

  /** Makes a batch durable, and then what waits behind it; waits without holding the event loop while another process writes. */
  #make(batch: readonly Waiting[], attempt: Attempt): void {
    const { way, deadline, room } = attempt;
    const outcomes = this.#transact(batch, way);
    // Changes that fail are rare, so that preparing for them would cost all others: after the first, everything is done again with care.
    if (outcomes === 'one failed') {
      this.#make(batch, { ...attempt, way: 'isolated' });
      return;
    }
    if ('failure' in outcomes) {
      if (isNamed('locked', outcomes.failure) && performance.now() < deadline) {
        setTimeout(() => this.#make(batch, attempt), lockedPause);
        return;
      }
      if (isNamed('full', outcomes.failure) && room === 'as it is') {
        this.#transactions.makeRoom();
        this.#make(batch, { ...attempt, room: 'made' });
        return;
      }
      for (const waiting of batch) this.#settle(waiting, { error: outcomes.failure });
    } else {
      for (const [index, outcome] of outcomes.entries()) this.#settle(batch[index] as Waiting, outcome);
    }
    this.#isScheduled = this.#waiting.length > 0;
    if (this.#isScheduled) {
      setImmediate(() => this.#flush());
      return;
    }
    for (const resolve of this.#idle.splice(0)) resolve();
  }

  /** Makes changes in one transaction; tells if one of many failed and they were not isolated from each other. */
  #transact(
    batch: readonly Waiting[],
    way: 'together' | 'isolated',
  ): readonly Outcome[] | { readonly failure: unknown } | 'one failed' {
    const outcomes: Outcome[] = [];
    let isRunning = false;
    try {
      this.#transactions.begin();
      isRunning = true;
      for (const { change } of batch) {
        outcomes.push(way === 'isolated' ? this.#transactions.isolate(() => change.run()) : outcomeOf(change));
      }
      isRunning = false;
      this.#transactions.commit();
      return outcomes;
    } catch (error) {
      const failure = this.#transactions.rollback(error);
      return isRunning && way === 'together' && batch.length > 1 ? 'one failed' : { failure };
    }
  }

  /** Settles a change; one that erases is made at once, before later changes, if the disk was too full for it. */
  #settle(waiting: Waiting, outcome: Outcome): void {
    const { change } = waiting;
    const isRefused = 'error' in outcome && isNamed('full', outcome.error) && change.erases();
    settle(waiting, isRefused ? this.#transactions.insist(() => change.run()) : outcome);
  }

  #next(): Waiting[] {
    const batch: Waiting[] = [];
    let weight = 0;
    while (batch.length < largest.changes && (batch.length === 0 || weight < largest.weight)) {
      if (batch.length > 0 && this.#waiting.first?.change.isUnprepared?.() === true) break;
      const waiting = this.#waiting.shift();
      if (waiting === undefined) break;
      weight += waiting.change.weight;
      batch.push(waiting);
    }
    return batch;
  }
}

function settle({ promise, resolve, reject }: Waiting, outcome: Outcome): void {
  if ('value' in outcome) {
    resolve(outcome.value as never);
    return;
  }
  // A caller may wait for the last of many changes only; the failure of an earlier one must not end the program.
  promise?.catch(() => {});
  reject(outcome.error);
}

/** Runs a change that may be refused before it has written anything; whatever else it throws, this does too. */
function outcomeOf(change: Change<unknown>): Outcome {
  try {
    return { value: change.run() };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { error };
  }
}

/** Whether a transaction failed since another process writes or the disk is full: nothing of it is stored, and it can be made again. */
function isNamed(name: 'locked' | 'full', failure: unknown): boolean {
  return (failure as { failure?: unknown } | null)?.failure === name;
}

function isRefusal(error: unknown): boolean {
  const failure = (error as { failure?: unknown } | null)?.failure;
  return (
    failure === 'conflict' ||
    failure === 'invalid_time' ||
    failure === 'unknown_session' ||
    failure === 'session_exists'
  );
}

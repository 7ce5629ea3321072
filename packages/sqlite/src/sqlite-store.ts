import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { LogError } from '@emend/acp/log';
import {
  type Append,
  Bells,
  type Changed,
  type FoldAccess,
  mayErase,
  runNow,
  SessionChanges,
  type Store,
  type Work,
} from '@emend/acp/log/store';
import { ChangePoll } from './change-poll.ts';
import { type Change, CommitQueue } from './commit-queue.ts';
import type { Database, Engine } from './engine.ts';
import { failureOf } from './failure.ts';
import { Effects, LogTransactions } from './log-transactions.ts';
import { Room } from './room.ts';
import { Rows } from './rows.ts';
import { Upkeep } from './upkeep.ts';

/** Options of an open store. */
interface StoreOptions {
  readonly access: 'read' | 'write';
  /** How long to wait for another process that writes, in milliseconds. */
  readonly busyTimeout: number;
  readonly maxBytes: number | undefined;
  readonly report: ((error: LogError) => void) | undefined;
  /** Throws if what was just read may be a mix of before and after a change by another process. */
  readonly verify: () => void;
}

/** How long SQLite itself waits for another process, which holds the event loop, in milliseconds; changes are tried again after that. */
const shortWait = 20;
/** The same for work that cannot be tried again in a moment. */
const longestHold = 2000;
/** The most characters of events that a full disk takes in for what they erase. */
const smallCharacters = 1024;

/** The sessions in one SQLite file. */
export class SqliteStore implements Store {
  readonly changes = new SessionChanges();
  readonly bells: Bells;
  readonly #path: string;
  readonly #database: Database;
  readonly #options: StoreOptions;
  readonly #rows: Rows;
  readonly #effects = new Effects();
  readonly #parts: AppendParts;
  readonly #poll: ChangePoll;
  readonly #queue: CommitQueue;
  readonly #upkeep: Upkeep;

  constructor(path: string, database: Database, engine: Engine, options: StoreOptions) {
    const { access, busyTimeout, maxBytes, verify } = options;
    this.#path = path;
    this.#database = database;
    this.#options = options;
    this.#rows = new Rows(database, engine, path);
    const slices = { read: <T>(work: Work<T>) => this.read(work), pause: turnOfLoop };
    this.#parts = { rows: this.#rows, changes: this.changes, effects: this.#effects, slices };
    const dataVersion = () => {
      verify();
      return this.#rows.dataVersion();
    };
    this.#poll = new ChangePoll(dataVersion, () => this.bells.ringAll());
    this.bells = new Bells(this.#poll);
    const room = new Room(database, { path, maxBytes });
    if (access === 'write') room.limit();
    this.#upkeep = new Upkeep(database, {
      room,
      patiently(work) {
        waitForOthers(database, Math.min(busyTimeout, longestHold));
        try {
          return work();
        } finally {
          waitForOthers(database, shortWait);
        }
      },
      report: (error) => this.report(error),
      failureOf: (error) => failureOf(error, path),
      eraseDeleted: () => this.#eraseDeleted(),
    });
    const transactions = new LogTransactions({
      database,
      rows: this.#rows,
      changes: this.changes,
      effects: this.#effects,
      room,
      failureOf: (error) => failureOf(error, path),
      onCommit: () => this.#onCommit(),
      onFull: () => this.#upkeep.noteFull(),
    });
    this.#queue = new CommitQueue(transactions, busyTimeout);
    waitForOthers(database, shortWait);
    // What a process that died had erased may still be in the write-ahead log.
    if (access === 'write') this.#upkeep.start();
  }

  async read<T>(work: Work<T>): Promise<T> {
    const { verify } = this.#options;
    try {
      const found = runNow(work(this.#rows));
      verify();
      return found;
    } catch (error) {
      verify();
      throw failureOf(error, this.#path);
    }
  }

  write(work: Work<Changed>, purpose?: 'erasing'): Promise<Changed> {
    return this.#change(() => this.#effects.add(runNow(work(this.#rows))), purpose);
  }

  append(append: Append): Promise<number> {
    const refusal = this.#refusal();
    if (refusal !== undefined) return Promise.reject(refusal);
    return this.#queue.add(new AppendChange(append, this.#parts));
  }

  delete(sessionId: string): Promise<void> {
    return this.#change(() => {
      const number = this.#rows.delete(sessionId);
      if (number === undefined) return;
      this.changes.forget(number);
      this.#effects.add({ number, next: 0, hasErased: true });
    }, 'erasing');
  }

  fold(run: (access: FoldAccess) => Promise<Changed>): Promise<Changed> {
    return run({ read: (work) => this.read(work), write: (work) => this.write(work), pause: turnOfLoop });
  }

  report(error: LogError): void {
    try {
      this.#options.report?.(error);
    } catch {
      // A listener that fails must not end the process from a timer, nor leave undone what it was told of.
    }
  }

  /** Resolves when no byte of what has been erased is in the files any more. */
  async scrubbed(): Promise<void> {
    const refusal = this.#refusal();
    if (refusal !== undefined) throw refusal;
    await this.#upkeep.done();
  }

  async close(): Promise<void> {
    await this.#queue.idle();
    this.#poll.stop();
    try {
      if (this.#options.access === 'write') await this.#upkeep.stop();
    } finally {
      this.#database.close();
    }
  }

  #change<T>(run: () => T, purpose?: 'erasing'): Promise<T> {
    const refusal = this.#refusal();
    if (refusal !== undefined) return Promise.reject(refusal);
    return this.#queue.add({ run, weight: 0, erases: () => purpose === 'erasing' });
  }

  #refusal(): LogError | undefined {
    if (this.#options.access === 'write') return undefined;
    return new LogError('read_only', `The session log ${this.#path} was opened to be read only.`);
  }

  /** Erases a slice of what deleted sessions have left, if anything; resolves to whether there is more. */
  async #eraseDeleted(): Promise<boolean> {
    if (this.#rows.hiddenSession() === undefined) return false;
    return this.#change(() => {
      const number = this.#rows.hiddenSession();
      if (number !== undefined) this.#rows.eraseHidden(number);
      this.#effects.hasErased = true;
      return this.#rows.hiddenSession() !== undefined;
    }, 'erasing');
  }

  #onCommit(): void {
    if (this.#effects.hasErased) this.#upkeep.request();
    this.#effects.hasErased = false;
    this.bells.ring(this.#effects.touched);
    this.#effects.touched.clear();
  }
}

/** What an append works on. */
interface AppendParts {
  readonly rows: Rows;
  readonly changes: SessionChanges;
  readonly effects: Effects;
  /** How a long session is read before an append to it. */
  readonly slices: Pick<FoldAccess, 'read' | 'pause'>;
}

/** An append as a change. Many may wait at once, so that it is one object and no closures. */
class AppendChange implements Change<number> {
  readonly weight: number;
  readonly #append: Append;
  readonly #parts: AppendParts;
  #isPrepared = false;

  constructor(append: Append, parts: AppendParts) {
    this.#append = append;
    this.#parts = parts;
    let weight = 0;
    for (const text of append.texts) weight += text.length;
    this.weight = weight;
  }

  run(): number {
    const { rows, changes, effects } = this.#parts;
    return effects.add(runNow(changes.append(rows, this.#append.sessionId, [this.#append]))).next;
  }

  isUnprepared(): boolean {
    return !this.#isPrepared && this.#parts.changes.isFarBehind(this.#append);
  }

  prepare(): Promise<void> {
    this.#isPrepared = true;
    return this.#parts.changes.prepare(this.#append.sessionId, this.#parts.slices);
  }

  /** An append may erase more than it adds, as one that clears something does. */
  erases(): boolean {
    const { events, options } = this.#append;
    return options.history !== 'keep' && this.weight <= smallCharacters && events.every(mayErase);
  }
}

/** Sets how long SQLite waits for another process that writes. */
export function waitForOthers(database: Database, milliseconds: number): void {
  database.exec(`PRAGMA busy_timeout = ${Math.trunc(milliseconds)}`);
}

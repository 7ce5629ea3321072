import { join } from 'node:path';
import { sqliteEngine } from './sqlite-engine.ts';
import { after } from './waiting.ts';

/** How long a store waits for another program that writes, in milliseconds; its default. */
const storePatience = 5_000;
/** By how much the two ends may disagree about how long that was, in milliseconds. */
const disagreement = 500;

/** The write lock of a store, held for a time, like by a program that is stopped in the middle of a transaction. */
export class HeldLock {
  #since: number | undefined;
  #until: number | undefined;

  /** Whether it has been held for so long that a store may give up: on a busy machine, longer than was asked for. */
  get isLongerThanStoresWait(): boolean {
    if (this.#since === undefined) return false;
    return (this.#until ?? performance.now()) - this.#since > storePatience - disagreement;
  }

  /** Takes the lock as soon as nobody else has it, and gives it back after a time. */
  async hold(folder: string, milliseconds: number): Promise<void> {
    const database = new (sqliteEngine())(join(folder, 'sessions.db'));
    try {
      // SQLite would wait in this thread, and the locks of other stores would be held meanwhile.
      database.exec('PRAGMA busy_timeout = 0');
      while (!isTaken(() => database.exec('BEGIN IMMEDIATE'))) await after(1);
      this.#since = performance.now();
      await after(milliseconds);
      database.exec('ROLLBACK');
    } finally {
      database.close();
      if (this.#since !== undefined) this.#until = performance.now();
    }
  }
}

function isTaken(take: () => unknown): boolean {
  try {
    take();
    return true;
  } catch (error) {
    if (error instanceof Error && error.message.includes('is locked')) return false;
    throw error;
  }
}

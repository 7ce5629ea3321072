import type { LogError } from '@emend/acp/log';
import type { Outcome, Transactions } from './commit-queue.ts';
import { type Database, rollBack } from './engine.ts';
import type { Room } from './room.ts';
import type { Rows } from './rows.ts';
import type { SessionChanges } from './session-changes.ts';

/** What transactions work on, and who is told of them. */
export interface TransactionParts {
  readonly database: Database;
  readonly rows: Rows;
  readonly changes: SessionChanges;
  readonly room: Room;
  failureOf(error: unknown): LogError;
  /** Called after each commit. */
  onCommit(): void;
  /** Called when the disk was found full. */
  onFull(): void;
}

/** The transactions of a log: what is remembered of its sessions changes and is rolled back with the file. */
export class LogTransactions implements Transactions {
  readonly #parts: TransactionParts;

  constructor(parts: TransactionParts) {
    this.#parts = parts;
  }

  begin(): void {
    const { database, changes } = this.#parts;
    database.exec('BEGIN IMMEDIATE');
    changes.known.refresh();
  }

  isolate(run: () => unknown): Outcome {
    const { database, rows, changes, failureOf, onFull } = this.#parts;
    rows.finish();
    database.exec('SAVEPOINT change');
    try {
      const value = run();
      rows.finish();
      database.exec('RELEASE change');
      return { value };
    } catch (error) {
      rows.forget();
      changes.forgetLast();
      try {
        database.exec('ROLLBACK TO change; RELEASE change');
      } catch {
        // On a full disk SQLite rolls the whole transaction back, and the savepoint is gone with it.
        throw error;
      }
      const failure = failureOf(error);
      if (failure.failure === 'full') onFull();
      return { error: failure };
    }
  }

  commit(): void {
    const { rows, room } = this.#parts;
    rows.finish();
    room.check();
    this.#commit();
  }

  #commit(): void {
    const { database, onCommit } = this.#parts;
    database.exec('COMMIT');
    onCommit();
  }

  makeRoom(): void {
    this.#parts.onFull();
    this.#parts.room.make();
  }

  insist(run: () => unknown): Outcome {
    const { rows, changes, room, failureOf } = this.#parts;
    try {
      const value = room.insist(() => {
        try {
          this.begin();
          changes.hasErased = false;
          const made = run();
          rows.finish();
          if (!changes.hasErased) room.check();
          this.#commit();
          return made;
        } catch (error) {
          throw this.rollback(error);
        }
      });
      return { value };
    } catch (error) {
      return { error: failureOf(error) };
    }
  }

  rollback(error: unknown): LogError {
    const { database, rows, changes, failureOf } = this.#parts;
    changes.clear();
    rows.forget();
    rollBack(database);
    return failureOf(error);
  }
}

import type { LogError } from '@emend/acp/log';
import type { Changed, SessionChanges } from '@emend/acp/log/store';
import { CheckpointPace } from './checkpoint-pace.ts';
import type { Outcome, Transactions } from './commit-queue.ts';
import { type Database, rollBack, type Statement } from './engine.ts';
import type { Room } from './room.ts';
import type { Rows } from './rows.ts';

/** What the changes of a transaction did. */
export class Effects {
  /** Whether something was erased. */
  hasErased = false;
  /** The numbers of the sessions that were changed. */
  readonly touched = new Set<number>();

  /** Adds what a change did, and returns it. */
  add(changed: Changed): Changed {
    this.touched.add(changed.number);
    this.hasErased ||= changed.hasErased;
    return changed;
  }
}

/** What transactions work on, and callbacks for what happens to them. */
interface TransactionParts {
  readonly database: Database;
  readonly rows: Rows;
  readonly changes: SessionChanges;
  readonly effects: Effects;
  readonly room: Room;
  failureOf(error: unknown): LogError;
  /** Called after each commit. */
  onCommit(): void;
  /** Called when the disk was found full. */
  onFull(): void;
}

/** The transactions of a store: what is remembered of its sessions is forgotten when the file is rolled back. */
export class LogTransactions implements Transactions {
  readonly #parts: TransactionParts;
  readonly #begin: Statement;
  readonly #end: Statement;
  readonly #pace: CheckpointPace;

  constructor(parts: TransactionParts) {
    this.#parts = parts;
    this.#begin = parts.database.prepare('BEGIN IMMEDIATE');
    this.#end = parts.database.prepare('COMMIT');
    this.#pace = new CheckpointPace(parts.database);
  }

  begin(): void {
    this.#begin.run();
    this.#parts.rows.refresh();
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
      rows.forgetLast();
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
    const added = rows.added();
    room.check(added);
    this.#pace.committing(added.characters);
    this.#commit();
  }

  #commit(): void {
    this.#end.run();
    this.#parts.onCommit();
  }

  makeRoom(): void {
    this.#parts.onFull();
    this.#parts.room.make();
  }

  insist(run: () => unknown): Outcome {
    const { rows, effects, room, failureOf } = this.#parts;
    try {
      const value = room.insist(() => {
        try {
          this.begin();
          effects.hasErased = false;
          const made = run();
          rows.finish();
          if (!effects.hasErased) room.check(rows.added());
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
    const { database, rows, changes, effects, failureOf } = this.#parts;
    changes.clear();
    effects.touched.clear();
    rows.forget();
    rollBack(database);
    return failureOf(error);
  }
}

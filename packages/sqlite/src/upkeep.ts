import { setTimeout as sleep } from 'node:timers/promises';
import type { LogError } from '@emend/acp/log';
import { type Database, rollBack } from './engine.ts';
import { live } from './entry-reader.ts';

/** Blanked space is given back once it is as large as the rest, and at least this. */
const leastDeadBytes = 8 * 1024 * 1024;
/** How soon after a commit erased bytes leave the write-ahead log, in milliseconds. */
const soon = 50;
const again = 100;
/** How long other processes have between two slices of a long piece of work, in milliseconds. */
const pause = 20;
/** How many rows a slice of that work looks at. */
const slice = 2_000;
/** How long after that blank space is given back, which takes longer; what was erased is gone by then. */
const later = 1_000;

/** What the upkeep needs to know of its log. */
export interface UpkeepOptions {
  /** Runs something that may wait for another process that writes, and holds the event loop meanwhile. */
  patiently<T>(work: () => T): T;
  /** Erases a slice of what deleted sessions have left; resolves to whether there is more. */
  eraseDeleted(): Promise<boolean>;
  failureOf(error: unknown): LogError;
  /** Must not throw. */
  report(error: LogError): void;
}

/** Takes erased bytes out of the write-ahead log and gives their space back. */
export class Upkeep {
  readonly #database: Database;
  readonly #options: UpkeepOptions;
  #timer: NodeJS.Timeout | undefined;
  #rewriting: NodeJS.Timeout | undefined;
  #isNeeded = false;
  #isStopped = false;
  #waiting: { readonly resolve: () => void; readonly reject: (error: LogError) => void }[] = [];

  constructor(database: Database, options: UpkeepOptions) {
    this.#database = database;
    this.#options = options;
  }

  /** Asks for a scrub soon; many requests are one scrub. */
  request(): void {
    this.#isNeeded = true;
    this.#timer ??= setTimeout(() => this.#attempt(), soon);
  }

  /** Resolves when no erased byte is in the files any more; rejects if that cannot be done, which is tried again all the same. */
  done(): Promise<void> {
    if (!this.#isNeeded) return Promise.resolve();
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  /** Empties the write-ahead log once more and stops; the file is then all there is. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#rewriting);
    const wasNeeded = this.#isNeeded;
    try {
      while (await this.#options.eraseDeleted());
      if (this.#scrub() || !wasNeeded) return;
      const message = 'another connection still reads the write-ahead log; it is scrubbed when the file is next opened';
      throw Object.assign(new Error(message), { errcode: 5 });
    } catch (error) {
      this.#fail(error);
    }
  }

  async #attempt(): Promise<void> {
    this.#timer = undefined;
    await this.#guarded(async () => {
      const isMore = await this.#options.eraseDeleted();
      if (this.#isStopped) return;
      if (isMore) {
        this.#timer ??= setTimeout(() => this.#attempt(), pause);
        return;
      }
      const { isMoved, isMostlyBlank } = this.#space();
      // Copies that moving has left behind are in the file itself.
      if (isMoved) this.#rewrite();
      if (!this.#scrub()) this.#timer ??= setTimeout(() => this.#attempt(), again);
      else if (isMostlyBlank) this.#rewriting ??= setTimeout(() => this.#giveSpaceBack(), later);
    });
  }

  async #giveSpaceBack(): Promise<void> {
    this.#rewriting = undefined;
    await this.#guarded(async () => {
      if (!this.#space().isMostlyBlank) return;
      for (let from: number | undefined = 0; from !== undefined; ) {
        from = this.#removeBlank(from);
        await sleep(pause);
        if (this.#isStopped) return;
      }
      this.#rewrite();
      this.request();
    });
  }

  /** Takes some blank rows away; gives the row to go on at, or undefined if that was the last. */
  #removeBlank(from: number): number | undefined {
    const some = `SELECT max(rowid) AS last FROM (SELECT rowid FROM entries WHERE rowid >= ? ORDER BY rowid LIMIT ${slice})`;
    const { last } = this.#database.prepare(some).get(from) as { last: number | null };
    // The rows are blank already, and all others are written anew. Taking rows away moves others, so that must follow.
    this.#database.exec('PRAGMA secure_delete = OFF');
    try {
      // Damaged rows are kept: without them, reading would pass over the gap.
      const remove = `DELETE FROM entries WHERE rowid BETWEEN ${from} AND ${last ?? from} AND NOT (${live})`;
      const note = last === null ? 'UPDATE upkeep SET dead_bytes = 0' : 'UPDATE upkeep SET is_moved = 1';
      this.#options.patiently(() => this.#database.exec(`BEGIN IMMEDIATE; ${remove}; ${note}; COMMIT`));
    } catch (error) {
      rollBack(this.#database);
      throw error;
    } finally {
      this.#database.exec('PRAGMA secure_delete = ON');
    }
    return last === null ? undefined : last + 1;
  }

  #rewrite(): void {
    this.#options.patiently(() => this.#database.exec('VACUUM; UPDATE upkeep SET is_moved = 0'));
  }

  async #guarded(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#fail(error);
      if (this.#isStopped) return;
      this.#timer ??= setTimeout(() => this.#attempt(), again * 10);
    }
  }

  #fail(error: unknown): void {
    const failure = this.#options.failureOf(error);
    this.#options.report(failure);
    for (const { reject } of this.#waiting.splice(0)) reject(failure);
  }

  /** Moves the write-ahead log into the file and empties it; false while another connection reads from it. */
  #scrub(): boolean {
    const { busy } = this.#database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as { busy: number };
    if (busy !== 0) return false;
    this.#isNeeded = false;
    for (const { resolve } of this.#waiting.splice(0)) resolve();
    return true;
  }

  #space(): { readonly isMoved: boolean; readonly isMostlyBlank: boolean } {
    const { dead, moved } = this.#database
      .prepare('SELECT CAST(dead_bytes AS INTEGER) AS dead, CAST(is_moved AS INTEGER) AS moved FROM upkeep')
      .get() as { dead: number; moved: number };
    const { bytes } = this.#database
      .prepare('SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()')
      .get() as { bytes: number };
    return { isMoved: moved !== 0, isMostlyBlank: dead >= leastDeadBytes && dead * 2 >= bytes };
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { LogError } from '@emend/acp/log';
import { type Database, rollBack } from './engine.ts';
import { live } from './entry-reader.ts';
import type { Room } from './room.ts';

/** Blanked space is given back once it is as large as the rest, and at least this. */
const leastDeadBytes = 8 * 1024 * 1024;
/** After a refusal for want of space, less is worth it. */
const leastDeadBytesWhenFull = 4096;
/** How soon after a commit erased bytes leave the write-ahead log, in milliseconds. */
const soon = 50;
const again = 100;
/** How long other processes have between two slices of a long piece of work, in milliseconds. */
const pause = 20;
/** How many rows a slice of that work looks at. */
const slice = 2_000;
/** How long after that blank space is given back, which takes longer; what was erased is gone by then. */
const later = 1_000;
/** How long after a rewrite that the disk had no room for the next is tried, in milliseconds. */
const rarely = 60_000;

/** Options of {@link Upkeep}. */
interface UpkeepOptions {
  readonly room: Room;
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
  #retry: NodeJS.Timeout | undefined;
  #isNeeded = false;
  /** Whether something was refused for want of space since space was last given back. */
  #isShort = false;
  /** Why the file could not be rewritten, which is reported once, and until when that is not tried again. */
  #postponed: { readonly failure: LogError; readonly until: number } | undefined;
  #isStopped = false;
  #waiting: { readonly resolve: () => void; readonly reject: (error: LogError) => void }[] = [];

  constructor(database: Database, options: UpkeepOptions) {
    this.#database = database;
    this.#options = options;
  }

  /** Requests the first scrub at once: later, it would empty a write-ahead log that has just grown, and to grow it again takes time. */
  start(): void {
    this.#isNeeded = true;
    this.#timer ??= setTimeout(() => this.#attempt(), 0);
  }

  /** Requests a scrub soon; many requests become one scrub. */
  request(): void {
    this.#isNeeded = true;
    this.#timer ??= setTimeout(() => this.#attempt(), soon);
  }

  /** Called when something was refused because the disk is full: then all blank space is given back, however little it is. */
  noteFull(): void {
    if (this.#isStopped) return;
    this.#isShort = true;
    this.#timer ??= setTimeout(() => this.#attempt(), soon);
  }

  /** Resolves when no erased byte is in the files any more; rejects if that cannot be done, which is tried again all the same. */
  done(): Promise<void> {
    if (!this.#isNeeded) return Promise.resolve();
    // Who waits is told at once that the next rewrite is a while off.
    if (this.#postponed !== undefined) this.#timer ??= setTimeout(() => this.#attempt(), soon);
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  /** Empties the write-ahead log once more and stops; the file is then all there is. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#rewriting);
    clearTimeout(this.#retry);
    const wasNeeded = this.#isNeeded;
    try {
      while (await this.#options.eraseDeleted());
      const isEmptied = this.#options.room.checkpoint();
      this.#options.room.cover();
      if (isEmptied && this.#postponed !== undefined) this.#reject(this.#postponed.failure);
      else if (isEmptied) this.#resolve();
      if (isEmptied || !wasNeeded) return;
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
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.#attempt(), pause);
        return;
      }
      const { isMoved, isSpacious } = this.#space();
      // Copies that moving has left behind are in the file itself. A process that was killed may have left blank rows
      // behind too: without them, the rewrite holds what is live in memory and no more.
      if (isMoved && !(await this.#removeBlankRows())) return;
      const failure = isMoved ? this.#tryToRewrite() : undefined;
      const isEmptied = this.#options.room.checkpoint();
      this.#options.room.cover();
      if (failure !== undefined) this.#reject(failure);
      else if (isEmptied) this.#resolve();
      if (!isEmptied) this.#timer ??= setTimeout(() => this.#attempt(), again);
      else if (isSpacious) this.#rewriting ??= setTimeout(() => this.#giveSpaceBack(), this.#isShort ? 0 : later);
    });
  }

  async #giveSpaceBack(): Promise<void> {
    this.#rewriting = undefined;
    await this.#guarded(async () => {
      if (!this.#space().isSpacious || !(await this.#removeBlankRows())) return;
      this.#isShort = false;
      if (this.#postponed !== undefined) this.#postponed = { ...this.#postponed, until: 0 };
      this.#tryToRewrite();
      this.#timer ??= setTimeout(() => this.#attempt(), soon);
    });
  }

  /** Takes all blank rows away, slice by slice; resolves to whether that was done before the upkeep stopped. */
  async #removeBlankRows(): Promise<boolean> {
    for (let from: number | undefined = 0; from !== undefined; ) {
      from = this.#removeBlank(from);
      await sleep(pause);
      if (this.#isStopped) return false;
    }
    return true;
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
      this.#insist(`BEGIN IMMEDIATE; ${remove}; ${note}; COMMIT`);
    } finally {
      this.#database.exec('PRAGMA secure_delete = ON');
    }
    return last === null ? undefined : last + 1;
  }

  /** Writes the whole file anew, unless the disk has no room for that: then says why, and does not try again for a while. */
  #tryToRewrite(): LogError | undefined {
    const before = this.#postponed;
    if (before !== undefined && performance.now() < before.until) return before.failure;
    try {
      // All of it goes through the write-ahead log, which must not take space itself.
      this.#options.room.checkpoint();
      this.#options.room.demand(this.#space().liveBytes);
      this.#insist('VACUUM; UPDATE upkeep SET is_moved = 0');
      this.#postponed = undefined;
      return undefined;
    } catch (error) {
      const failure = this.#options.failureOf(error);
      if (failure.failure !== 'full') throw error;
      if (before === undefined) this.#options.report(failure);
      this.#postponed = { failure, until: performance.now() + rarely };
      clearTimeout(this.#retry);
      this.#retry = setTimeout(() => this.#attempt(), rarely).unref();
      return failure;
    }
  }

  /** Runs statements that give space back, if need be with the reserve. */
  #insist(sql: string): void {
    const { patiently, room } = this.#options;
    const run = () => {
      try {
        this.#database.exec(sql);
      } catch (error) {
        rollBack(this.#database);
        throw error;
      }
    };
    patiently(() => room.insist(run));
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
    this.#reject(failure);
  }

  #reject(failure: LogError): void {
    for (const { reject } of this.#waiting.splice(0)) reject(failure);
  }

  /** Notes that no erased byte is in the files any more. */
  #resolve(): void {
    this.#isNeeded = false;
    for (const { resolve } of this.#waiting.splice(0)) resolve();
  }

  /** How much of the file is used; it is spacious if it holds blank space that is worth to be given back. */
  #space(): { readonly isMoved: boolean; readonly isSpacious: boolean; readonly liveBytes: number } {
    const { dead, moved } = this.#database
      .prepare('SELECT CAST(dead_bytes AS INTEGER) AS dead, CAST(is_moved AS INTEGER) AS moved FROM upkeep')
      .get() as { dead: number; moved: number };
    const { bytes, liveBytes } = this.#database
      .prepare(
        `SELECT page_count * page_size AS bytes, (page_count - freelist_count) * page_size AS liveBytes
         FROM pragma_page_count(), pragma_page_size(), pragma_freelist_count()`,
      )
      .get() as { bytes: number; liveBytes: number };
    const isMostlyBlank = dead >= leastDeadBytes && dead * 2 >= bytes;
    const isSpacious = isMostlyBlank || (this.#isShort && dead >= leastDeadBytesWhenFull);
    return { isMoved: moved !== 0, isSpacious, liveBytes };
  }
}

import type { LogError } from '@emend/acp/log';
import type { Database } from './engine.ts';

/** Blanked space is given back once it is as large as the rest, and at least this. */
const leastDeadBytes = 8 * 1024 * 1024;
/** How soon after a commit erased bytes leave the write-ahead log, in milliseconds. */
const soon = 50;
const again = 100;

/** What the upkeep needs to know of its log. */
export interface UpkeepOptions {
  readonly busyTimeout: number;
  failureOf(error: unknown): LogError;
  report(error: LogError): void;
}

/** Takes erased bytes out of the write-ahead log and gives their space back. */
export class Upkeep {
  readonly #database: Database;
  readonly #options: UpkeepOptions;
  #timer: NodeJS.Timeout | undefined;
  #isNeeded = false;
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
  stop(): void {
    clearTimeout(this.#timer);
    const wasNeeded = this.#isNeeded;
    if (!this.#scrub() && wasNeeded) {
      const message = 'another connection still reads the write-ahead log; it is scrubbed when the file is next opened';
      this.#options.report(this.#options.failureOf(Object.assign(new Error(message), { errcode: 5 })));
    }
    for (const { resolve } of this.#waiting.splice(0)) resolve();
  }

  #attempt(): void {
    this.#timer = undefined;
    try {
      this.#giveSpaceBack();
      if (!this.#scrub()) this.#timer = setTimeout(() => this.#attempt(), again);
    } catch (error) {
      const failure = this.#options.failureOf(error);
      this.#options.report(failure);
      for (const { reject } of this.#waiting.splice(0)) reject(failure);
      this.#timer = setTimeout(() => this.#attempt(), again * 10);
    }
  }

  /** Moves the write-ahead log into the file and empties it; false while another connection reads from it. */
  #scrub(): boolean {
    const { busy } = this.#patiently(
      () => this.#database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as { busy: number },
    );
    if (busy !== 0) return false;
    this.#isNeeded = false;
    for (const { resolve } of this.#waiting.splice(0)) resolve();
    return true;
  }

  #giveSpaceBack(): void {
    const { dead_bytes: dead, is_moved: isMoved } = this.#database
      .prepare('SELECT CAST(dead_bytes AS INTEGER) AS dead_bytes, CAST(is_moved AS INTEGER) AS is_moved FROM upkeep')
      .get() as {
      dead_bytes: number;
      is_moved: number;
    };
    const { bytes } = this.#database
      .prepare('SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()')
      .get() as { bytes: number };
    if (isMoved === 0 && (dead < leastDeadBytes || dead * 2 < bytes)) return;
    // Taking rows away moves others, and copies of those stay behind in free space: rewriting the file must follow.
    const remove = "DELETE FROM entries WHERE text < '0'; UPDATE upkeep SET dead_bytes = 0, is_moved = 1";
    this.#database.exec(`BEGIN IMMEDIATE; ${remove}; COMMIT`);
    this.#database.exec('VACUUM; UPDATE upkeep SET is_moved = 0');
  }

  /** Does not hold the event loop for long while another connection reads. */
  #patiently<T>(work: () => T): T {
    this.#database.exec('PRAGMA busy_timeout = 20');
    try {
      return work();
    } finally {
      this.#database.exec(`PRAGMA busy_timeout = ${this.#options.busyTimeout}`);
    }
  }
}

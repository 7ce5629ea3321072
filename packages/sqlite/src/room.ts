import { LogError } from '@emend/acp/log';
import type { Database, Statement } from './engine.ts';
import { failureOf } from './failure.ts';
import { Reserve } from './reserve.ts';

/**
 * The reserve of a large store: more than the pages that a slice of a deleted session changes, which go through the write-ahead log. A
 * smaller store has a reserve of its own size.
 */
const largestReserve = 8 * 1024 * 1024;
/** What the indexes and the frames of the write-ahead log take beside that. */
const extraBytes = 64 * 1024;
/**
 * How many characters may be added between two checks, since a check takes a tenth of the time of a small commit, and the most bytes by
 * which these can make the file grow: three for a character, pages that are half empty, and the rows of the indexes.
 */
const unchecked = { characters: 4096, bytes: 64 * 1024 };
/** How far erasing may go beyond a limit of the size: it may split a page, or leave a note that is longer than what it erased. */
const extraPages = 16;

/** Options of {@link Room}. */
interface RoomOptions {
  readonly path: string;
  /** The most bytes that the file may take. */
  readonly maxBytes: number | undefined;
}

/** What a transaction has added to the file. */
export interface Added {
  readonly characters: number;
  /** Changes when another process has committed. */
  readonly version: number;
}

/**
 * The space that a store has left.
 *
 * Erasing changes pages, and these go through the write-ahead log, which a full disk has no room for. Emptying that log first takes space
 * too, since the file then grows by what it holds. So a reserve of that size is held beside the store, and a commit that would outgrow it
 * is refused: with the reserve given up, the write-ahead log can always be emptied, and then something can be erased.
 */
export class Room {
  readonly #path: string;
  readonly #maxBytes: number | undefined;
  readonly #database: Database;
  readonly #reserve: Reserve;
  readonly #pageCount: Statement;
  readonly #pageSize: number;
  /** How many characters can be added before the reserve may be too small, as long as no other process commits. */
  #spare = 0;
  #version: number | undefined;

  constructor(database: Database, { path, maxBytes }: RoomOptions) {
    this.#path = path;
    this.#maxBytes = maxBytes;
    this.#database = database;
    this.#reserve = new Reserve(path);
    this.#pageCount = database.prepare('PRAGMA page_count');
    this.#pageSize = (database.prepare('PRAGMA page_size').get() as { page_size: number }).page_size;
  }

  /** Sets the limit of the size; a file that is larger already may not grow. */
  limit(): void {
    if (this.#maxBytes !== undefined) this.#allow(Math.max(1, Math.floor(this.#maxBytes / this.#pageSize)));
  }

  #allow(pages: number): number {
    const sql = `PRAGMA max_page_count = ${pages}`;
    return (this.#database.prepare(sql).get() as { max_page_count: number }).max_page_count;
  }

  /** Makes the reserve as large as the store needs it; returns false if the disk has no room. */
  cover(): boolean {
    const { bytes, growth } = this.#size();
    return this.#cover(bytes, growth);
  }

  #cover(bytes: number, growth: number): boolean {
    if (!this.#reserve.hold(Math.min(bytes + unchecked.bytes, largestReserve) + extraBytes)) return false;
    // So much goes into the file with the commit itself, if the disk has room for it there and in the write-ahead log.
    return growth <= largestReserve || this.#reserve.spareBytes() >= 2 * growth + largestReserve + extraBytes;
  }

  /**
   * Refuses the open transaction if nothing could be erased after it.
   *
   * One that does not make the file grow may take the reserve: emptying the write-ahead log gives all of that back.
   */
  check({ characters, version }: Added): void {
    this.#spare = version === this.#version ? this.#spare - characters : 0;
    this.#version = version;
    if (this.#spare > 0) return;
    const { bytes, growth } = this.#size();
    if (growth <= 0) return;
    if (this.#cover(bytes, growth)) {
      // Beyond the reserve it depends on what the disk has left, which others may take at any time.
      this.#spare = growth + unchecked.bytes <= largestReserve ? unchecked.characters : 0;
      return;
    }
    const reason = 'the disk is full but for the reserve that erasing needs';
    throw new LogError('full', `The session log ${this.#path} cannot grow: ${reason}.`);
  }

  /** Moves the write-ahead log into the file and empties it, if need be with the reserve; false while another connection reads from it. */
  checkpoint(): boolean {
    try {
      return this.#truncate();
    } catch (error) {
      if (!this.isFull(error) || !this.#release()) throw error;
      return this.#truncate();
    }
  }

  /** Gives up the reserve and empties the write-ahead log, so that what the disk was too full for can be tried again. */
  make(): void {
    this.#release();
    try {
      this.#truncate();
    } catch {
      // There may be room all the same, which the next attempt finds out.
    }
  }

  /** Runs work that erases or gives space back; where the disk is full it runs again with the reserve given up. */
  insist<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (!this.isFull(error)) throw error;
    }
    this.make();
    if (this.#maxBytes !== undefined) this.#allow(this.#allow(0) + extraPages);
    try {
      return work();
    } finally {
      this.limit();
    }
  }

  /** Throws if the disk has no room for so many bytes, not even with the reserve given up. */
  demand(bytes: number): void {
    if (this.#reserve.spareBytes() >= bytes) return;
    const reason = `giving space back needs ${Math.ceil(bytes / 1024)} KB on the disk for a while, and it has less`;
    throw new LogError('full', `The session log ${this.#path} cannot be rewritten: ${reason}.`);
  }

  isFull(error: unknown): boolean {
    return failureOf(error, this.#path).failure === 'full';
  }

  /** How many bytes the store has with what the open transaction has written, and how many of them its file has yet to grow by. */
  #size(): { readonly bytes: number; readonly growth: number } {
    const { page_count: pages } = this.#pageCount.get() as { page_count: number };
    const bytes = pages * this.#pageSize;
    return { bytes, growth: bytes - (this.#reserve.storeBytes() ?? bytes) };
  }

  #release(): boolean {
    this.#spare = 0;
    return this.#reserve.release();
  }

  #truncate(): boolean {
    return (this.#database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as { busy: number }).busy === 0;
  }
}

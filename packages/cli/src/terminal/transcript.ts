/** Something that is shown as rows, and grows or changes. */
export interface Block {
  /** Its rows as they are now, from the first one that was not released. */
  readonly rows: readonly string[];
  /** How many rows before these were released. */
  readonly released?: number;
  /** Whether there is more to be laid out, which asking for the change goes on with. */
  readonly isBehind?: boolean;
  /** The first row that differs from what was there when this was last asked, or `rows.length`; asking starts anew. */
  takeChange(): number;
  /** Told that the rows before this one have scrolled out: they are not asked for again unless they change. */
  release?(before: number): void;
}

interface Entry {
  readonly key: string;
  readonly block: Block;
  /** Whether an empty row still stands before everything else. */
  hasGap: boolean;
  /** The rows of a correction's mark that have not scrolled out. */
  mark: readonly string[];
  /** How many rows of the block have scrolled out. */
  start: number;
}

/** How many rows are given at once before the rest waits for the next time. */
const mostRows = 20_000;

/** Makes the rows that stand above a correction; `emptied` when nothing is left of what was shown. */
type CorrectionMark = (how: 'emptied' | 'replaced') => readonly string[];

/**
 * The conversation as rows, of which the oldest have scrolled out of the terminal's reach.
 *
 * Blocks whose rows have all scrolled out are given up. When a row changes that has scrolled out, the block is shown again from that row
 * on, under a mark that says so.
 */
export class Transcript {
  readonly #mark: CorrectionMark;
  readonly #entries: Entry[] = [];
  readonly #places = new Map<string, Entry>();
  #isBehind = false;

  constructor(mark: CorrectionMark) {
    this.#mark = mark;
  }

  /** Whether not everything is laid out yet; each time the rows are asked for, more of it is. */
  get isBehind(): boolean {
    return this.#isBehind;
  }

  /** The block with this key, unless it has scrolled out wholly. */
  get(key: string): Block | undefined {
    return this.#places.get(key)?.block;
  }

  /** Whether no row of the block has scrolled out. */
  isWhole(key: string): boolean {
    return this.#places.get(key)?.start === 0;
  }

  /** Adds a block below all others; the correction of one that has scrolled out begins with the mark. */
  add(key: string, block: Block, how: 'new' | 'corrected' = 'new'): void {
    const mark = how === 'new' ? [] : this.#mark(lengthOf(block) === 0 ? 'emptied' : 'replaced');
    const entry: Entry = { key, block, hasGap: true, mark, start: 0 };
    this.#entries.push(entry);
    this.#places.set(key, entry);
  }

  /** Forgets everything, for laying it out anew. */
  clear(): void {
    this.#entries.length = 0;
    this.#places.clear();
  }

  /** The rows that are still within reach. */
  rows(): string[] {
    const rows: string[] = [];
    this.#isBehind = false;
    for (const entry of this.#entries) {
      // Below what is not laid out wholly nothing is shown yet.
      if (rows.length > mostRows || this.#isBehind) {
        this.#isBehind = true;
        break;
      }
      const changedFrom = entry.block.takeChange();
      if (changedFrom < entry.start) {
        entry.start = changedFrom;
        entry.hasGap = true;
        entry.mark = this.#mark(lengthOf(entry.block) <= changedFrom ? 'emptied' : 'replaced');
      }
      const own = entry.block.rows;
      const released = entry.block.released ?? 0;
      if (entry.hasGap && (entry.mark.length > 0 || released + own.length > entry.start)) rows.push('');
      for (const row of entry.mark) rows.push(row);
      for (let index = entry.start - released; index < own.length; index++) rows.push(own[index] ?? '');
      this.#isBehind = entry.block.isBehind === true;
    }
    return rows;
  }

  /** Takes note that so many of the rows just given have scrolled out. */
  scrolledOut(count: number): void {
    let left = count;
    let gone = 0;
    for (const [index, entry] of this.#entries.entries()) {
      if (left === 0) break;
      const own = lengthOf(entry.block) - entry.start;
      if (entry.hasGap && (entry.mark.length > 0 || own > 0)) {
        entry.hasGap = false;
        left--;
      }
      const marks = Math.min(left, entry.mark.length);
      entry.mark = entry.mark.slice(marks);
      left -= marks;
      const taken = Math.min(left, own);
      entry.start += taken;
      entry.block.release?.(entry.start);
      left -= taken;
      if (entry.mark.length > 0 || taken < own || entry.block.isBehind === true || index === this.#entries.length - 1)
        break;
      if (this.#places.get(entry.key) === entry) this.#places.delete(entry.key);
      gone++;
    }
    this.#entries.splice(0, gone);
  }
}

function lengthOf({ released = 0, rows }: Block): number {
  return released + rows.length;
}

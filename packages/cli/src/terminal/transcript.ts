/** Something shown as rows that grows or changes. */
export interface Block {
  /** Its current rows, from the first one that was not released. */
  readonly rows: readonly string[];
  /** Number of released rows before these. */
  readonly released?: number;
  /** True if there is more to lay out, which `takeChange` continues. */
  readonly isBehind?: boolean;
  /** Returns the first row that has changed since the last call, or `rows.length`. */
  takeChange(): number;
  /** Called when the rows before this one have scrolled out; they are needed again only if they change. */
  release?(before: number): void;
}

interface Entry {
  readonly key: string;
  readonly block: Block;
  /** True if an empty row comes before everything else. */
  hasGap: boolean;
  /** The rows of the correction mark that have not scrolled out. */
  mark: readonly string[];
  /** Number of rows of the block that have scrolled out. */
  start: number;
}

/** Maximum number of rows returned at once. */
const mostRows = 20_000;

/** Returns the rows above a correction; `emptied` if nothing is left of what was shown. */
type CorrectionMark = (how: 'emptied' | 'replaced') => readonly string[];

/**
 * The conversation as rows, of which the oldest have scrolled out of the terminal.
 *
 * Blocks whose rows have all scrolled out are dropped. If a row changes that has scrolled out, the block is shown again from that row
 * on, below a mark that says so.
 */
export class Transcript {
  readonly #mark: CorrectionMark;
  readonly #entries: Entry[] = [];
  readonly #places = new Map<string, Entry>();
  #isBehind = false;

  constructor(mark: CorrectionMark) {
    this.#mark = mark;
  }

  /** True while not everything is laid out; each call of `rows` continues. */
  get isBehind(): boolean {
    return this.#isBehind;
  }

  /** Returns the block with this key, unless all of it has scrolled out. */
  get(key: string): Block | undefined {
    return this.#places.get(key)?.block;
  }

  /** Returns whether no row of the block has scrolled out. */
  isWhole(key: string): boolean {
    return this.#places.get(key)?.start === 0;
  }

  /** Adds a block below all others; a correction starts with the mark. */
  add(key: string, block: Block, how: 'new' | 'corrected' = 'new'): void {
    const mark = how === 'new' ? [] : this.#mark(lengthOf(block) === 0 ? 'emptied' : 'replaced');
    const entry: Entry = { key, block, hasGap: true, mark, start: 0 };
    this.#entries.push(entry);
    this.#places.set(key, entry);
  }

  /** Removes everything, to lay it out again. */
  clear(): void {
    this.#entries.length = 0;
    this.#places.clear();
  }

  /** Returns the rows that are still on the screen. */
  rows(): string[] {
    const rows: string[] = [];
    this.#isBehind = false;
    for (const entry of this.#entries) {
      // Nothing is shown below a block that is not completely laid out.
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

  /** Records that this many of the rows have scrolled out. */
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

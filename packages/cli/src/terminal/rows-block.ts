import type { Block } from './transcript.ts';

/** A block whose rows are set as a whole; it detects which ones changed. */
export class RowsBlock implements Block {
  rows: readonly string[] = [];
  #changedFrom = 0;

  constructor(rows: readonly string[] = []) {
    this.set(rows);
  }

  /** Replaces the rows. */
  set(rows: readonly string[]): void {
    const before = this.rows;
    const shared = Math.min(before.length, rows.length);
    let first = 0;
    while (first < shared && rows[first] === before[first]) first++;
    if (first === shared && before.length === rows.length) return;
    this.rows = rows;
    this.#changedFrom = Math.min(this.#changedFrom, first);
  }

  takeChange(): number {
    const first = Math.min(this.#changedFrom, this.rows.length);
    this.#changedFrom = Number.POSITIVE_INFINITY;
    return first;
  }
}

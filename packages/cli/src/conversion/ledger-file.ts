import { closeSync, openSync, writeSync } from 'node:fs';
import type { LedgerEntry } from '@emend/acp/bridge';
import { failed, Problem } from '../output/problem.ts';

/** Writes the ledger of losses and repairs to a file, one entry per line, and counts the entries. Without a file it only counts. */
export class LedgerFile {
  readonly #file: number | undefined;
  readonly #name: string | undefined;
  losses = 0;
  repairs = 0;

  /**
   * Opens the file at once, so that a wrong name is reported before anything is done. `anew` overwrites the file; `end` appends, for a
   * command that a client starts again and again.
   */
  constructor(name: string | undefined, from: 'anew' | 'end') {
    this.#name = name;
    if (name === undefined) return;
    try {
      this.#file = openSync(name, from === 'anew' ? 'w' : 'a');
    } catch (error) {
      throw new Problem(failed(`${name} cannot be written`, error));
    }
  }

  /** Writes entries; they are in the file when this returns, even if the process is killed next. */
  write(entries: readonly LedgerEntry[]): void {
    if (entries.length === 0) return;
    for (const { kind } of entries) {
      if (kind === 'loss') this.losses += 1;
      else this.repairs += 1;
    }
    if (this.#file !== undefined) writeSync(this.#file, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  }

  /** Closes the file and returns a summary line, or `undefined` if there were no entries. */
  close(): string | undefined {
    if (this.#file !== undefined) closeSync(this.#file);
    if (this.losses + this.repairs === 0) return undefined;
    const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;
    const where = this.#name === undefined ? '; --losses FILE lists them.' : `, listed in ${this.#name}.`;
    return `${counted(this.losses, 'loss', 'losses')} and ${counted(this.repairs, 'repair', 'repairs')}${where}`;
  }
}

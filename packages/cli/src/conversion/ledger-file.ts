import { closeSync, openSync, writeSync } from 'node:fs';
import type { LedgerEntry } from '@emend/acp/bridge';
import { Problem } from '../output/problem.ts';

/** Where the ledger goes: a file, one entry a line, or nowhere; the entries are counted in any case. */
export class LedgerFile {
  readonly #file: number | undefined;
  readonly #name: string | undefined;
  losses = 0;
  repairs = 0;

  /**
   * Opens the file, if one is named, so that a wrong name is said before anything is done. A command that is run once starts it `anew`;
   * one that others start again and again adds to its `end`.
   */
  constructor(name: string | undefined, from: 'anew' | 'end') {
    this.#name = name;
    if (name === undefined) return;
    try {
      this.#file = openSync(name, from === 'anew' ? 'w' : 'a');
    } catch (error) {
      throw new Problem(`${name} cannot be written: ${(error as Error).message}`);
    }
  }

  /** Takes entries; they are in the file when this returns, whatever happens to the process next. */
  write(entries: readonly LedgerEntry[]): void {
    if (entries.length === 0) return;
    for (const { kind } of entries) {
      if (kind === 'loss') this.losses += 1;
      else this.repairs += 1;
    }
    if (this.#file !== undefined) writeSync(this.#file, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  }

  /** Closes the file and says in one line what there was; nothing if there was nothing. */
  close(): string | undefined {
    if (this.#file !== undefined) closeSync(this.#file);
    if (this.losses + this.repairs === 0) return undefined;
    const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;
    const where = this.#name === undefined ? '; --losses FILE keeps them' : `, in ${this.#name}`;
    return `${counted(this.losses, 'loss', 'losses')} and ${counted(this.repairs, 'repair', 'repairs')}${where}`;
  }
}

import { longestOpen, partingPlace } from './long-line.ts';
import type { RowStream } from './row-stream.ts';
import { span, tone } from './style.ts';
import { type Margins, type Row, wrapped } from './wrap.ts';

const noMargins: Margins = { first: [], rest: [] };

/** Lays out text without reading it as Markdown; spaces and empty lines stay. */
export class VerbatimStream implements RowStream {
  readonly #width: number;
  readonly #look: number;
  #settled: Row[] = [];
  #line = '';
  /** The row that the rest of a long line continues. */
  #carried: Row | undefined;

  constructor(width: number, look: number = tone.plain) {
    this.#width = Math.max(4, width);
    this.#look = look;
  }

  append(text: string): void {
    const [first = '', ...others] = text.split('\n');
    this.#grow(first);
    for (const line of others) {
      this.#settled.push(...this.#rowsOf(this.#line));
      this.#line = '';
      this.#carried = undefined;
      this.#grow(line);
    }
  }

  takeSettled(): readonly Row[] {
    const rows = this.#settled;
    this.#settled = [];
    return rows;
  }

  open(): readonly Row[] {
    return this.#line === '' && this.#carried === undefined ? [] : this.#rowsOf(this.#line);
  }

  #grow(piece: string): void {
    for (let from = 0; from < piece.length; from += longestOpen) {
      this.#line += piece.slice(from, from + longestOpen);
      while (this.#line.length > longestOpen) this.#settleBeginning();
    }
  }

  #rowsOf(line: string): Row[] {
    const margins = this.#carried === undefined ? noMargins : { first: this.#carried, rest: [], isBegun: true };
    return line === '' && this.#carried === undefined ? [[]] : wrapped([span(line, this.#look)], this.#width, margins);
  }

  #settleBeginning(): void {
    const at = partingPlace(this.#line);
    const rows = this.#rowsOf(this.#line.slice(0, at));
    this.#carried = rows.pop() ?? [];
    this.#settled.push(...rows);
    this.#line = this.#line.slice(at);
  }
}

import { inlineText } from './inline.ts';
import { type Span, span, tone } from './style.ts';
import {
  type Cell,
  cellWidth,
  columnWidths,
  fitsColumns,
  headerRule,
  oneBelowAnother,
  sideBySide,
} from './table-layout.ts';
import { type Alignment, alignmentsOf, cellsOf, hasCells } from './table-line.ts';
import type { Row } from './wrap.ts';

const deepestIndent = 24;
/** Minimum width of a table in a narrow terminal. */
const leastWidth = 12;

/** The position of a table. */
interface TablePlace {
  readonly width: number;
  /** The look of its text. */
  readonly base: number;
  /** Number of rows that may be laid out again when a column grows; they should all be on the screen. */
  readonly openRows: number;
}

/**
 * A table that grows row by row.
 *
 * Its first rows may still change, so that the columns are as wide as they need; then they are fixed. A wider cell after that widens its
 * column from there on if there is room, or is wrapped. A table too wide for columns is shown as blocks of `name: value`.
 */
export class MarkdownTable {
  readonly #alignments: readonly Alignment[];
  readonly #base: number;
  readonly #width: number;
  readonly #openRows: number;
  readonly #margin: readonly Span[];
  readonly #header: readonly Cell[];
  readonly #startsWithPipe: boolean;
  #wanted: readonly number[];
  /** The rows that may still change; `undefined` once the first ones are fixed. */
  #window: (readonly Cell[])[] | undefined = [];
  #hasColumns = true;

  private constructor(header: string, alignments: readonly Alignment[], place: TablePlace) {
    const { width, base, openRows } = place;
    const text = header.trimStart();
    const indent = Math.min(header.length - text.length, deepestIndent, Math.max(0, width - leastWidth));
    this.#margin = indent === 0 ? [] : [span(' '.repeat(indent))];
    this.#startsWithPipe = text.startsWith('|');
    this.#alignments = alignments;
    this.#base = base;
    this.#width = width - indent;
    this.#openRows = openRows;
    this.#header = cellsOf(header).map((cell) => inlineText(cell, base | tone.bold, 'closed').spans);
    this.#wanted = this.#header.map(cellWidth);
  }

  /** Returns the table that starts with these two lines, if they are a header and its delimiters. */
  static begunBy(header: string, delimiters: string, place: TablePlace): MarkdownTable | undefined {
    if (!hasCells(header)) return undefined;
    const alignments = alignmentsOf(delimiters, cellsOf(header).length);
    return alignments === undefined ? undefined : new MarkdownTable(header, alignments, place);
  }

  /** Returns whether a line belongs to the table; a table with outer pipes ends at the first line without any. */
  takes(line: string): boolean {
    return !this.#startsWithPipe || line.trimStart().startsWith('|');
  }

  /** Adds a complete line and returns the rows that are fixed by it. */
  add(line: string): Row[] {
    const cells = this.#read(line, 'closed');
    this.#wanted = this.#wantedWith(cells);
    if (this.#window === undefined) return this.#indented(this.#rowsOf(cells, this.#wanted, this.#hasColumns));
    this.#window.push(cells);
    const rows = this.#open(this.#window, this.#wanted);
    if (this.#fits(this.#wanted) && rows.length < this.#openRows) return [];
    return this.close();
  }

  /** Returns the rows that may still change, including an unfinished line. */
  open(line?: string): Row[] {
    const cells = line === undefined ? undefined : this.#read(line, 'open');
    const wanted = cells === undefined ? this.#wanted : this.#wantedWith(cells);
    const added = cells === undefined ? [] : [cells];
    if (this.#window !== undefined) return this.#open([...this.#window, ...added], wanted);
    return this.#indented(added.flatMap((each) => this.#rowsOf(each, wanted, this.#hasColumns)));
  }

  /** Returns the remaining rows, now fixed. */
  close(): Row[] {
    if (this.#window === undefined) return [];
    const rows = this.#open(this.#window, this.#wanted);
    this.#hasColumns = this.#fits(this.#wanted);
    this.#window = undefined;
    return rows;
  }

  #read(line: string, state: 'open' | 'closed'): Cell[] {
    const texts = cellsOf(line).slice(0, this.#header.length);
    return texts.map((text, index) => {
      const isBeingWritten = state === 'open' && index === texts.length - 1;
      return inlineText(text, this.#base, isBeingWritten ? 'open' : 'closed').spans;
    });
  }

  #wantedWith(cells: readonly Cell[]): readonly number[] {
    return this.#wanted.map((wanted, index) => Math.max(wanted, cellWidth(cells[index] ?? [])));
  }

  #fits(wanted: readonly number[]): boolean {
    return fitsColumns(wanted, this.#width);
  }

  #open(window: readonly (readonly Cell[])[], wanted: readonly number[]): Row[] {
    const hasColumns = this.#fits(wanted);
    // Blocks repeat the header in every row; it is shown alone only while there are no rows.
    const header = hasColumns || window.length === 0 ? this.#headerRows(wanted, hasColumns) : [];
    return this.#indented([...header, ...window.flatMap((cells) => this.#rowsOf(cells, wanted, hasColumns))]);
  }

  #headerRows(wanted: readonly number[], hasColumns: boolean): Row[] {
    if (!hasColumns) return oneBelowAnother(this.#header, [], this.#width, this.#base);
    const widths = columnWidths(wanted, this.#width);
    return [...sideBySide(this.#header, widths, this.#alignments, this.#base), headerRule(widths, this.#base)];
  }

  #rowsOf(cells: readonly Cell[], wanted: readonly number[], hasColumns: boolean): Row[] {
    if (!hasColumns) return oneBelowAnother(this.#header, cells, this.#width, this.#base);
    return sideBySide(cells, columnWidths(wanted, this.#width), this.#alignments, this.#base);
  }

  #indented(rows: readonly Row[]): Row[] {
    return rows.map((row) => [...this.#margin, ...row]);
  }
}

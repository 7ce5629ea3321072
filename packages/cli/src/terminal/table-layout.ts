import { type Span, span, tone } from './style.ts';
import type { Alignment } from './table-line.ts';
import { widthOf } from './width.ts';
import { type Row, wrapped } from './wrap.ts';

/** The parsed text of a cell. */
export type Cell = readonly Span[];

/** Separator of columns. */
const bar = ' │ ';
const crossing = '─┼─';
/** A column that needs more than this is unreadable if it gets less. */
const leastReadable = 8;
/** A wide character takes two cells. */
const leastWidth = 2;

/** Returns how many cells of the terminal a table cell takes in one row. */
export function cellWidth(cell: Cell): number {
  return cell.reduce((sum, { text }) => sum + widthOf(text), 0);
}

function roomOf(columns: number, width: number): number {
  return width - bar.length * (columns - 1);
}

/** Returns whether columns of these widths are readable side by side. */
export function fitsColumns(wanted: readonly number[], width: number): boolean {
  const least = wanted.reduce((sum, cells) => sum + Math.min(Math.max(cells, leastWidth), leastReadable), 0);
  return least <= roomOf(wanted.length, width);
}

/** Returns the width of each column: what it needs, or an equal share of what narrower ones leave. */
export function columnWidths(wanted: readonly number[], width: number): number[] {
  let room = roomOf(wanted.length, width);
  const widths = wanted.map(() => 0);
  const narrowFirst = wanted.map((_, index) => index).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0) || a - b);
  for (const [done, index] of narrowFirst.entries()) {
    const share = Math.floor(room / (wanted.length - done));
    const cells = Math.min(Math.max(wanted[index] ?? 0, 1), share);
    widths[index] = cells;
    room -= cells;
  }
  return widths;
}

function aligned(row: Row, width: number, alignment: Alignment, isLast: boolean): Span[] {
  const cells = cellWidth(row);
  // Trailing spaces make a row harder to copy.
  if (isLast && cells === 0) return [];
  const free = Math.max(0, width - cells);
  const before = alignment === 'right' ? free : alignment === 'centre' ? Math.floor(free / 2) : 0;
  const after = isLast ? 0 : free - before;
  return [span(' '.repeat(before)), ...row, span(' '.repeat(after))];
}

/** Returns a table row as terminal rows, each cell wrapped within its column. */
export function sideBySide(
  cells: readonly Cell[],
  widths: readonly number[],
  alignments: readonly Alignment[],
  base: number,
): Row[] {
  const columns = widths.map((width, index) => wrapped(cells[index] ?? [], width));
  const height = Math.max(...columns.map((rows) => rows.length));
  return Array.from({ length: height }, (_, line) =>
    columns.flatMap((rows, index) => [
      ...(index === 0 ? [] : [span(bar, base | tone.dim)]),
      ...aligned(rows[line] ?? [], widths[index] ?? 0, alignments[index] ?? 'left', index === columns.length - 1),
    ]),
  );
}

/** Returns the line below the header. */
export function headerRule(widths: readonly number[], base: number): Row {
  return [span(widths.map((width) => '─'.repeat(width)).join(crossing), base | tone.dim)];
}

/** Returns a table row as a block with one `name: value` line per cell. */
export function oneBelowAnother(header: readonly Cell[], cells: readonly Cell[], width: number, base: number): Row[] {
  const rule = span('─'.repeat(Math.min(width, leastReadable)), base | tone.dim);
  const lines = header.map((name, index) => {
    const lead = cellWidth(name) === 0 ? [] : [...name, span(': ', base)];
    return wrapped([...lead, ...(cells[index] ?? [])], width, { first: [], rest: [span('  ')] });
  });
  return [[rule], ...lines.flat()];
}

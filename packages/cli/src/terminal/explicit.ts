/**
 * What cannot be told by looking at it: controls, everything without a glyph of its own, blanks that are not the blank, marks that cross
 * out or enclose a letter, and more than two marks on one.
 */
const hidden =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what the expression is for.
  /[\x00-\x09\x0b-\x1f\x7f]|(?![ \n])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Z}\p{Me}\p{Default_Ignorable_Code_Point}\u2800]|[\u0334-\u0338]|[\u20d0-\u20ff]|(?<=\p{M}\p{M})\p{M}|(?<![^\n])\p{M}/gu;
const plain = /^[\x20-\x7e\n]*$/;
/** Longer runs of blanks or of empty lines are counted instead of shown, since they push what follows out of sight. */
const longGap = / {17,}/g;
const longVoid = /\n(?: *\n){3,}/g;

function named(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  if (char === '\t') return '    ';
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return `‹U+${code.toString(16).toUpperCase().padStart(4, '0')}›`;
}

/** Text that a person is asked to approve: whatever would not be seen in it is named or counted; line feeds stay. */
export function explicit(text: string): string {
  const lines = text.replaceAll('\r\n', '\n');
  const shown = plain.test(lines) ? lines : lines.replace(hidden, named);
  return shown
    .replace(longGap, (gap) => ` ‹${gap.length} blanks› `)
    .replace(longVoid, (empty) => `\n‹${empty.split('\n').length - 2} empty lines›\n`);
}

/** The same on one line: a line break in it becomes a sign. */
export function explicitLine(text: string): string {
  return explicit(text).replaceAll('\n', '⏎');
}

/** A row of explicit text; `goesOn` if it continues the line of the row before it. */
interface ExplicitRow {
  readonly text: string;
  readonly goesOn: boolean;
}

/**
 * Explicit text as rows of at most so many cells, with every character of it. What is not ASCII is given two cells, the most that any
 * terminal gives a character: where ours and the terminal's widths differed, the end of a row would be cut off.
 */
export function explicitRows(text: string, cells: number): ExplicitRow[] {
  const width = Math.max(4, cells);
  const rows: ExplicitRow[] = [];
  for (const line of text.split('\n')) {
    let row = '';
    let taken = 0;
    let goesOn = false;
    const end = (kept: string, rest: string): void => {
      rows.push({ text: kept, goesOn });
      goesOn = true;
      row = rest;
      taken = cellsOf(rest);
    };
    for (const char of line) {
      const wide = cellsOf(char);
      if (taken + wide > width) {
        const blank = row.lastIndexOf(' ') + 1;
        if (blank > row.length / 2 && blank < row.length) end(row.slice(0, blank), row.slice(blank));
        else end(row, '');
      }
      row += char;
      taken += wide;
    }
    rows.push({ text: row, goesOn });
  }
  return rows;
}

function cellsOf(text: string): number {
  let cells = 0;
  for (const char of text) cells += char <= '~' ? 1 : 2;
  return cells;
}

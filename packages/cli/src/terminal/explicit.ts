/**
 * Characters that cannot be recognised by sight: controls, characters without a glyph, unusual spaces, marks that strike out or enclose a
 * letter, and more than two marks on one letter.
 */
const hidden =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what the expression is for.
  /[\x00-\x09\x0b-\x1f\x7f]|(?![ \n])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Z}\p{Me}\p{Default_Ignorable_Code_Point}\u2800]|[\u0334-\u0338]|[\u20d0-\u20ff]|(?<=\p{M}\p{M})\p{M}|(?<![^\n])\p{M}/gu;
const plain = /^[\x20-\x7e\n]*$/;
/** Longer runs of spaces are counted instead of shown, since they push what follows out of sight. */
const longGap = / {17,}/g;
const longVoid = /\n(?: *\n){3,}/g;

function named(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  if (char === '\t') return '    ';
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return `‹U+${code.toString(16).toUpperCase().padStart(4, '0')}›`;
}

/** Makes hidden characters of a text visible, for text that a person has to approve; line feeds stay. */
export function explicit(text: string): string {
  const lines = text.replaceAll('\r\n', '\n');
  const shown = plain.test(lines) ? lines : lines.replace(hidden, named);
  return shown
    .replace(longGap, (gap) => ` ‹${gap.length} blanks› `)
    .replace(longVoid, (empty) => `\n‹${empty.split('\n').length - 2} empty lines›\n`);
}

/** Does the same for a single line; a line break becomes a sign. */
export function explicitLine(text: string): string {
  return explicit(text).replaceAll('\n', '⏎');
}

/** A row of explicit text; `goesOn` if it continues the line of the row before. */
interface ExplicitRow {
  readonly text: string;
  readonly goesOn: boolean;
}

/**
 * Breaks explicit text into rows of at most `cells` cells without losing a character. Every character outside ASCII counts as two cells,
 * the most that any terminal uses: if our widths differed from the terminal's, the end of a row would be cut off.
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

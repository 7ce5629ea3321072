/** The alignment of a column. */
export type Alignment = 'left' | 'right' | 'centre';

/** Splits a table row into cells; a literal pipe is escaped by a backslash, also in code (GFM, tables). */
export function cellsOf(line: string): string[] {
  const text = line.trim();
  const cells: string[] = [];
  let from = text.startsWith('|') ? 1 : 0;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '|') {
      cells.push(text.slice(from, at));
      from = at + 1;
    }
  }
  if (from < text.length) cells.push(text.slice(from));
  return cells.map((cell) => cell.trim().replaceAll('\\|', '|'));
}

/** Returns whether a line has a pipe that separates cells. */
export function hasCells(line: string): boolean {
  return line.includes('|') && /^(?:[^\\|]|\\.)*\|/.test(line);
}

/** Returns whether an unfinished line may become the delimiter row of a table. */
export function mayAlign(line: string): boolean {
  return /^[\s|:-]*$/.test(line);
}

/** Returns the alignments in a delimiter row; `undefined` if the line is none for this number of columns. */
export function alignmentsOf(line: string, columns: number): readonly Alignment[] | undefined {
  if (!line.includes('|') || !line.includes('-') || !mayAlign(line)) return undefined;
  const cells = cellsOf(line);
  if (cells.length !== columns || !cells.every((cell) => /^:?-+:?$/.test(cell))) return undefined;
  return cells.map((cell) => (cell.endsWith(':') ? (cell.startsWith(':') ? 'centre' : 'right') : 'left'));
}

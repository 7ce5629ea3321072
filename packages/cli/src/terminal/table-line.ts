/** To which side the cells of a column keep. */
export type Alignment = 'left' | 'right' | 'centre';

/** The cells of a row of a table; a pipe that is text has a backslash before it, also in code (GFM, tables). */
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

/** Whether a line has a pipe that parts cells. */
export function hasCells(line: string): boolean {
  return line.includes('|') && /^(?:[^\\|]|\\.)*\|/.test(line);
}

/** Whether a line may still become the row that makes a table of the line above it. */
export function mayAlign(line: string): boolean {
  return /^[\s|:-]*$/.test(line);
}

/** How the columns are aligned by the row below the header; nothing if it is no such row for so many columns. */
export function alignmentsOf(line: string, columns: number): readonly Alignment[] | undefined {
  if (!line.includes('|') || !line.includes('-') || !mayAlign(line)) return undefined;
  const cells = cellsOf(line);
  if (cells.length !== columns || !cells.every((cell) => /^:?-+:?$/.test(cell))) return undefined;
  return cells.map((cell) => (cell.endsWith(':') ? (cell.startsWith(':') ? 'centre' : 'right') : 'left'));
}

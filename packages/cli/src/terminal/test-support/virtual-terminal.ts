import { graphemeWidth } from '../width.ts';

/** A terminal in memory: it understands what we write, keeps what scrolls out, and throws at anything else. */
export class VirtualTerminal {
  readonly scrollBack: string[] = [];
  columns: number;
  rows: number;
  cursorIsShown = true;
  wraps = true;
  #lines: string[][];
  #row = 0;
  #column = 0;

  constructor(columns: number, rows: number) {
    this.columns = columns;
    this.rows = rows;
    this.#lines = Array.from({ length: rows }, () => []);
  }

  /** The visible rows, without the blanks at their ends. */
  get screen(): string[] {
    return this.#lines.map((cells) => cells.join('').trimEnd());
  }

  get cursor(): { row: number; column: number } {
    return { row: this.#row, column: this.#column };
  }

  write(text: string): void {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal reads these.
    for (const [piece] of text.matchAll(/\x1b\[[?0-9;]*[A-Za-z]|[\r\n]|\P{C}\p{M}*|[\s\S]/gu)) this.#read(piece);
  }

  #read(piece: string): void {
    if (piece === '\r') this.#column = 0;
    else if (piece === '\n') this.#feed();
    else if (piece.startsWith('\x1b')) this.#obey(piece);
    else if (/^\p{C}/u.test(piece) && !/^\p{Cf}|\p{Cn}/u.test(piece))
      throw new Error(`a control character: ${JSON.stringify(piece)}`);
    else this.#put(piece);
  }

  #feed(): void {
    if (this.#row < this.rows - 1) this.#row++;
    else {
      this.scrollBack.push((this.#lines.shift() ?? []).join('').trimEnd());
      this.#lines.push([]);
    }
  }

  #put(piece: string): void {
    const width = graphemeWidth(piece);
    const line = this.#lines[this.#row] as string[];
    if (this.#column + width > this.columns) {
      if (this.wraps) throw new Error('a row ran over the edge');
      return;
    }
    while (line.length < this.#column) line.push(' ');
    line[this.#column] = piece;
    if (width === 2) line[this.#column + 1] = '';
    this.#column += width;
  }

  #obey(sequence: string): void {
    const action = sequence.at(-1);
    const argument = sequence.slice(2, -1);
    const count = Number(argument === '' ? 1 : argument);
    const line = this.#lines[this.#row] as string[];
    // After the last cell the cursor has not moved on yet.
    this.#column = Math.min(this.#column, this.columns - 1);
    if (action === 'A') this.#row = Math.max(0, this.#row - count);
    else if (action === 'B') this.#row = Math.min(this.rows - 1, this.#row + count);
    else if (action === 'C') this.#column = Math.min(this.columns - 1, this.#column + count);
    else if (action === 'H') [this.#row, this.#column] = [0, 0];
    else if (action === 'K') line.length = Math.min(line.length, this.#column);
    else if (action === 'J') {
      line.length = Math.min(line.length, this.#column);
      for (let row = this.#row + 1; row < this.rows; row++) (this.#lines[row] as string[]).length = 0;
    } else if (argument === '?25') this.cursorIsShown = action === 'h';
    else if (argument === '?7') this.wraps = action === 'h';
    else if (action !== 'm' && argument !== '?2026')
      throw new Error(`an unknown sequence: ${JSON.stringify(sequence)}`);
  }
}

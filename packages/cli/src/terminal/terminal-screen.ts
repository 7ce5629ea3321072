/** The position of the cursor, in rows and cells. */
export interface CursorPlace {
  readonly row: number;
  readonly column: number;
}

/** The size of a terminal. */
export interface ScreenSize {
  readonly columns: number;
  readonly rows: number;
}

const csi = '\x1b[';
// Terminals with synchronized output draw what is between these at once; others ignore them.
const beginFrame = `${csi}?2026h`;
const endFrame = `${csi}?2026l`;
// If our width of a character differs from the terminal's, the row is cut at the edge instead of running into the next one.
const wrapOff = `${csi}?7l`;
const wrapOn = `${csi}?7h`;
const hideCursor = `${csi}?25l`;
const showCursor = `${csi}?25h`;
// Before the content, not after it: after a full row the cursor is still on the last cell.
const eraseToEnd = `${csi}K`;
const eraseBelow = `${csi}J`;

/**
 * Rewrites the last rows of a terminal in place.
 *
 * Rows are written from the initial position of the cursor downwards. What does not fit scrolls out at the top and cannot be changed any
 * more. Only rows that differ are written again.
 */
export class TerminalScreen {
  readonly #write: (text: string) => void;
  #size: ScreenSize;
  #shown: readonly string[] = [];
  #cursor: CursorPlace = { row: 0, column: 0 };
  #cursorIsShown = true;

  constructor(write: (text: string) => void, size: ScreenSize) {
    this.#write = write;
    this.#size = size;
  }

  get size(): ScreenSize {
    return this.#size;
  }

  /**
   * Replaces the rows and moves or hides the cursor. Returns how many rows have scrolled out at the top, which must not be passed again.
   */
  show(rows: readonly string[], cursor: CursorPlace | undefined): number {
    const out = Math.max(0, rows.length - this.#size.rows);
    const changes = this.#changes(rows);
    const place = cursor ?? { row: Math.max(0, rows.length - 1), column: 0 };
    const moves = changes.text !== '' || place.row !== this.#cursor.row || place.column !== this.#cursor.column;
    const wanted = cursor !== undefined;
    if (!moves && wanted === this.#cursorIsShown) return 0;
    const from = changes.text === '' ? this.#cursor.row : changes.row;
    const move = vertical(place.row - from) + horizontal(place.column);
    const visibility = wanted ? showCursor : hideCursor;
    this.#write(
      changes.text === ''
        ? move + visibility
        : beginFrame + hideCursor + wrapOff + changes.text + move + wrapOn + (wanted ? showCursor : '') + endFrame,
    );
    this.#cursorIsShown = wanted;
    this.#shown = rows.slice(out);
    this.#cursor = { row: place.row - out, column: place.column };
    return out;
  }

  /** Sets a new size. The terminal has moved rows, so everything visible is cleared and the next rows start at the top. */
  resize(size: ScreenSize): void {
    this.#size = size;
    this.#shown = [];
    this.#cursor = { row: 0, column: 0 };
    this.#write(`${csi}H${eraseBelow}`);
  }

  /** Leaves the rows in place and the cursor on a new line below them. */
  leave(): void {
    const down = vertical(Math.max(0, this.#shown.length - 1) - this.#cursor.row);
    this.#write(`${down}\r${this.#shown.length > 0 ? '\r\n' : ''}${wrapOn}${showCursor}`);
    this.#cursorIsShown = true;
    this.#shown = [];
    this.#cursor = { row: 0, column: 0 };
  }

  /** Returns what to write to turn the shown rows into the new ones, and the row of the cursor after that. */
  #changes(rows: readonly string[]): { readonly text: string; readonly row: number } {
    let text = '';
    let row = this.#cursor.row;
    for (const [index, content] of rows.entries()) {
      if (index < this.#shown.length) {
        if (content === this.#shown[index]) continue;
        text += `${vertical(index - row)}\r${eraseToEnd}${content}`;
      } else if (index === 0) {
        text += `\r${eraseToEnd}${content}`;
      } else {
        // A line feed at the bottom scrolls; moving down would not.
        text += `${vertical(index - 1 - row)}\r\n${eraseToEnd}${content}`;
      }
      row = index;
    }
    if (rows.length < this.#shown.length) {
      const first = rows.length;
      text += `${vertical(first - row)}\r${eraseBelow}`;
      row = first;
    }
    return { text, row };
  }
}

function vertical(rows: number): string {
  if (rows === 0) return '';
  return rows < 0 ? `${csi}${-rows}A` : `${csi}${rows}B`;
}

function horizontal(column: number): string {
  return column === 0 ? '\r' : `\r${csi}${column}C`;
}

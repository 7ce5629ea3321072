import { EscapeSkipper } from './escape-skipper.ts';

/** How much of the output of a terminal is kept as text, in UTF-16 code units. */
export const terminalTextLimit = 65_536;

/**
 * Turns the output of a terminal into text, chunk by chunk: characters and escape sequences may be split over chunks. Escape sequences and
 * controls are removed, a carriage return and a backspace move back in the line so that what follows overwrites it, and only the last
 * {@link terminalTextLimit} of the text are kept. A column of a line is one code point.
 */
export class TerminalText {
  #decoder = newDecoder();
  readonly #escapes = new EscapeSkipper();
  /** The finished lines, with their line ends. */
  #done = '';
  /** The current line: a string while it only grows, one string a column from when it is overwritten. */
  #line = '';
  #cells: string[] | undefined;
  /** Number of columns of the current line. */
  #columns = 0;
  /** Where the next character goes. */
  #column = 0;
  #isCut = false;
  #isAltered = false;

  /** Appends bytes of output. An incomplete character at the end waits for its other bytes. */
  append(bytes: Uint8Array): void {
    const text = this.#decoder.decode(bytes, { stream: true });
    for (let index = 0; index < text.length; ) index = this.#take(text, index);
    // Reading a character makes the engine copy joined pieces, so that a few characters do not keep a large chunk in memory.
    if (text.length > 1024) this.#done.charCodeAt(0);
  }

  /** Forgets everything, as before the first bytes. */
  clear(): void {
    this.#decoder = newDecoder();
    this.#escapes.reset();
    this.#done = '';
    this.#startLine();
    this.#isCut = false;
    this.#isAltered = false;
  }

  /** The text so far. */
  get text(): string {
    const text = this.#done + (this.#cells?.join('') ?? this.#line);
    return lastOf(text, terminalTextLimit);
  }

  /** Whether the text lacks something of the output: its beginning was cut, it had controls or escape sequences, or bytes that are not UTF-8. */
  get isPartial(): boolean {
    if (this.#isCut || this.#isAltered) return true;
    return this.#done.length + this.#line.length > terminalTextLimit;
  }

  /** Handles the character or the run of plain ones at this index, and returns the index behind it. */
  #take(text: string, index: number): number {
    const code = text.charCodeAt(index);
    if (this.#escapes.takes(code)) {
      this.#isAltered = true;
      return index + 1;
    }
    if (!isControl(code)) return this.#takeRun(text, index);
    if (code === 0x0a) this.#endLine();
    else if (code === 0x0d) this.#column = 0;
    else {
      this.#isAltered = true;
      if (code === 0x08 && this.#column > 0) this.#column--;
    }
    return index + 1;
  }

  #takeRun(text: string, start: number): number {
    if (this.#column < this.#columns) return this.#overwrite(text, start);
    const most = 2 * terminalTextLimit;
    let end = start;
    while (end < text.length && this.#columns < most && !isControl(text.charCodeAt(end))) {
      if (text.charCodeAt(end) === 0xfffd) this.#isAltered = true;
      const next = end + widthAt(text, end);
      this.#cells?.push(text.slice(end, next));
      end = next;
      this.#columns++;
    }
    if (this.#cells === undefined) this.#line += text.slice(start, end);
    if (this.#columns >= most) this.#cutLine();
    this.#column = this.#columns;
    return end;
  }

  #overwrite(text: string, index: number): number {
    this.#isAltered = true;
    this.#cells ??= [...this.#line];
    this.#line = '';
    const end = index + widthAt(text, index);
    this.#cells[this.#column++] = text.slice(index, end);
    return end;
  }

  #endLine(): void {
    this.#done += this.#cells === undefined ? `${this.#line}\n` : `${this.#cells.join('')}\n`;
    this.#startLine();
    if (this.#done.length <= 2 * terminalTextLimit) return;
    this.#done = lastOf(this.#done, terminalTextLimit);
    this.#isCut = true;
  }

  #startLine(): void {
    this.#line = '';
    this.#cells = undefined;
    this.#columns = 0;
    this.#column = 0;
  }

  /** A line without an end loses its beginning. */
  #cutLine(): void {
    const cells = (this.#cells ?? [...this.#line]).slice(-terminalTextLimit);
    if (this.#cells === undefined) this.#line = cells.join('');
    else this.#cells = cells;
    this.#columns = cells.length;
    this.#done = '';
    this.#isCut = true;
  }
}

function newDecoder(): TextDecoder {
  return new TextDecoder('utf-8', { ignoreBOM: true });
}

/** A tab is the only control that stands in a line. */
function isControl(code: number): boolean {
  return (code < 0x20 && code !== 0x09) || (code >= 0x7f && code <= 0x9f);
}

/** Returns how many code units the character here has. The decoder gives no half of a pair. */
function widthAt(text: string, index: number): number {
  const code = text.charCodeAt(index);
  return code >= 0xd800 && code <= 0xdbff ? 2 : 1;
}

/** Returns the end of a text, without half a character at its start. */
function lastOf(text: string, length: number): string {
  if (text.length <= length) return text;
  const start = text.length - length;
  const code = text.charCodeAt(start);
  return text.slice(code >= 0xdc00 && code <= 0xdfff ? start + 1 : start);
}

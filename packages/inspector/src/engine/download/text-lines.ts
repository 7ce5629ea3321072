/** Splits parts of a text into lines without their ends; of a line that is too long, a sentence is left that says so. */
export class TextLines {
  readonly #longest: number;
  #held: string[] = [];
  #length = 0;

  /** `longest` is the length in characters beyond which a line is not kept. */
  constructor(longest: number) {
    this.#longest = longest;
  }

  /** Returns the lines that a part completes. */
  push(part: string): string[] {
    const lines: string[] = [];
    let start = 0;
    for (let end = part.indexOf('\n'); end !== -1; end = part.indexOf('\n', start)) {
      this.#hold(part.slice(start, end));
      lines.push(this.#line());
      start = end + 1;
    }
    if (start < part.length) this.#hold(part.slice(start));
    return lines;
  }

  /** Returns the last line if the text does not end with a line feed. */
  end(): string[] {
    return this.#length === 0 ? [] : [this.#line()];
  }

  #hold(piece: string): void {
    this.#length += piece.length;
    if (this.#length > this.#longest) this.#held = [];
    else this.#held.push(piece);
  }

  #line(): string {
    const isLong = this.#length > this.#longest;
    const line = isLong
      ? `(a line of ${this.#length} characters was left out)`
      : this.#held.join('').replace(/\r$/, '');
    this.#held = [];
    this.#length = 0;
    return line;
  }
}

/** The last part of what a process printed to standard error, beginning at a line. */
export class StderrTail {
  readonly #limit: number;
  readonly #decoder = new TextDecoder();
  #text = '';
  #cut = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Adds what was printed next. */
  add(bytes: Uint8Array): void {
    this.#text += this.#decoder.decode(bytes, { stream: true });
    if (this.#text.length <= 2 * this.#limit) return;
    this.#text = this.#text.slice(-this.#limit);
    this.#cut = true;
  }

  /** The text, without a line that is only partly there. */
  toString(): string {
    const cut = this.#cut || this.#text.length > this.#limit;
    const text = this.#text.slice(-this.#limit);
    if (!cut) return text;
    const firstBreak = text.indexOf('\n');
    return firstBreak === -1 || firstBreak === text.length - 1 ? text : text.slice(firstBreak + 1);
  }
}

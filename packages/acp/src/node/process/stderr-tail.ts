/** Keeps the last lines that a process printed to standard error. */
export class StderrTail {
  readonly #limit: number;
  readonly #decoder = new TextDecoder();
  #text = '';
  #cut = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Adds output. */
  add(bytes: Uint8Array): void {
    this.#text += this.#decoder.decode(bytes, { stream: true });
    if (this.#text.length <= 2 * this.#limit) return;
    this.#text = this.#text.slice(-this.#limit);
    this.#cut = true;
  }

  /** Returns the kept text, without an incomplete first line. */
  toString(): string {
    const cut = this.#cut || this.#text.length > this.#limit;
    const text = this.#text.slice(-this.#limit);
    if (!cut) return text;
    const firstBreak = text.indexOf('\n');
    return firstBreak === -1 || firstBreak === text.length - 1 ? text : text.slice(firstBreak + 1);
  }
}

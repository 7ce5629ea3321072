/** What was said before, to go back to; the text in hand waits at the end. */
export class History {
  readonly #lines: string[];
  readonly #keep: (line: string) => void;
  readonly #limit: number;
  #at: number;
  #inHand = '';

  /** Begins with what was said before; `keep` is told each text that is remembered. */
  constructor(lines: readonly string[] = [], keep: (line: string) => void = () => {}, limit = 1_000) {
    this.#keep = keep;
    this.#limit = limit;
    this.#lines = lines.slice(-limit);
    this.#at = this.#lines.length;
  }

  /** Everything remembered, oldest first. */
  get lines(): readonly string[] {
    return this.#lines;
  }

  /** Remembers a text, unless it repeats the last one. */
  add(line: string): void {
    if (line.trim() !== '' && this.#lines.at(-1) !== line) {
      this.#lines.push(line);
      this.#keep(line);
    }
    if (this.#lines.length > this.#limit) this.#lines.shift();
    this.#at = this.#lines.length;
    this.#inHand = '';
  }

  /** The text before the one shown, if there is one. */
  older(shown: string): string | undefined {
    if (this.#at === 0) return undefined;
    if (this.#at === this.#lines.length) this.#inHand = shown;
    this.#at--;
    return this.#lines[this.#at];
  }

  /** The text after the one shown; at last the one in hand. */
  newer(): string | undefined {
    if (this.#at >= this.#lines.length) return undefined;
    this.#at++;
    return this.#at === this.#lines.length ? this.#inHand : this.#lines[this.#at];
  }
}

/** Where texts are remembered. */
export interface HistoryMemory {
  /** Everything remembered, oldest first. */
  recall(): readonly string[];
  /** Remembers a text. */
  keep(line: string): void;
}

/** A memory that lasts as long as the process. */
export function ownMemory(lines: readonly string[] = [], limit = 1_000): HistoryMemory {
  const kept = [...lines];
  return {
    recall: () => kept.slice(-limit),
    keep(line) {
      kept.push(line);
      if (kept.length > limit) kept.shift();
    },
  };
}

/** What was said before, to go back to; the text in hand waits at the end. */
export class History {
  readonly #memory: HistoryMemory;
  /** What can be gone through; others may remember more meanwhile, which is found when one begins to go back. */
  #lines: readonly string[];
  #at: number;
  #inHand = '';

  constructor(memory: HistoryMemory = ownMemory()) {
    this.#memory = memory;
    this.#lines = memory.recall();
    this.#at = this.#lines.length;
  }

  /** Remembers a text, unless it repeats the last one. */
  add(line: string): void {
    if (line.trim() !== '' && this.#lines.at(-1) !== line) this.#memory.keep(line);
    this.#recall();
    this.#inHand = '';
  }

  /** The text before the one shown, if there is one. */
  older(shown: string): string | undefined {
    if (this.#at === this.#lines.length) {
      this.#recall();
      this.#inHand = shown;
    }
    if (this.#at === 0) return undefined;
    this.#at--;
    return this.#lines[this.#at];
  }

  /** The text after the one shown; at last the one in hand. */
  newer(): string | undefined {
    if (this.#at >= this.#lines.length) return undefined;
    this.#at++;
    return this.#at === this.#lines.length ? this.#inHand : this.#lines[this.#at];
  }

  #recall(): void {
    this.#lines = this.#memory.recall();
    this.#at = this.#lines.length;
  }
}

/** Storage of the history. */
export interface HistoryMemory {
  /** Returns all texts, oldest first. */
  recall(): readonly string[];
  /** Adds a text. */
  keep(line: string): void;
}

/** Returns a history that lasts as long as the process. */
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

/** Browses earlier prompts; the current draft is kept at the end. */
export class History {
  readonly #memory: HistoryMemory;
  /** The texts to browse, read again each time browsing starts, since other processes may add some. */
  #lines: readonly string[];
  #at: number;
  #inHand = '';

  constructor(memory: HistoryMemory = ownMemory()) {
    this.#memory = memory;
    this.#lines = memory.recall();
    this.#at = this.#lines.length;
  }

  /** Adds a text, unless it repeats the last one. */
  add(line: string): void {
    if (line.trim() !== '' && this.#lines.at(-1) !== line) this.#memory.keep(line);
    this.#recall();
    this.#inHand = '';
  }

  /** Returns the text before the one shown, if there is one. */
  older(shown: string): string | undefined {
    if (this.#at === this.#lines.length) {
      this.#recall();
      this.#inHand = shown;
    }
    if (this.#at === 0) return undefined;
    this.#at--;
    return this.#lines[this.#at];
  }

  /** Returns the text after the one shown, and finally the draft. */
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

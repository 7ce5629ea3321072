import type { Dialect } from '../protocol/dialects.ts';
import { StreamDialect } from '../protocol/stream-dialect.ts';
import type { InputLine } from './input-line.ts';

/** How many lines are read before a stream counts as what it is likely to be. */
export const mostUndecided = 10_000;

/** A batch of lines, and the dialect of the stream they belong to. */
export interface DialectLines {
  readonly dialect: Dialect;
  readonly lines: readonly InputLine[];
}

/** Holds back the first lines of a stream until they leave no doubt of its dialect, unless it is given. */
export class LineHold {
  readonly #seen = new StreamDialect();
  #dialect: Dialect | undefined;
  #held: InputLine[] = [];

  constructor(given?: Dialect) {
    this.#dialect = given;
  }

  /** Takes the next lines; returns all that were held back with them once the dialect is known. */
  take(lines: readonly InputLine[]): DialectLines | undefined {
    if (this.#dialect !== undefined) return { dialect: this.#dialect, lines };
    for (const line of lines) {
      this.#held.push(line);
      if (line.kind === 'message' && this.#dialect === undefined) {
        this.#seen.see(line.message);
        this.#dialect = this.#seen.certain;
      }
      if (this.#held.length >= mostUndecided) this.#dialect ??= this.#seen.likely;
    }
    return this.#dialect === undefined ? undefined : this.#release(this.#dialect);
  }

  /** Returns what is still held back when the stream has ended. */
  end(): DialectLines | undefined {
    return this.#dialect === undefined ? this.#release(this.#seen.likely) : undefined;
  }

  /** What the lines so far are most likely in. */
  get likely(): Dialect {
    return this.#dialect ?? this.#seen.likely;
  }

  #release(dialect: Dialect): DialectLines {
    const lines = this.#held;
    this.#held = [];
    return { dialect, lines };
  }
}

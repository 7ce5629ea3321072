import { writtenNumber } from '@emend/acp/jsonrpc';
import { formatPath } from '@emend/acp/protocol';
import type { MessageLine } from '@emend/acp/recording';

const mostNamed = 50;

/** Collects notes about numbers that a double cannot represent, up to a limit. */
export class NumberNotes {
  readonly #name: string;
  readonly #lines: string[] = [];
  #count = 0;

  constructor(name: string) {
    this.#name = name;
  }

  /** Adds the numbers of a line that differ from its text. */
  take({ line, numbers = [] }: MessageLine): void {
    for (const { path, digits, value } of numbers) {
      this.#count += 1;
      if (this.#count > mostNamed) continue;
      this.#lines.push(`${this.#name}:${line}: ${formatPath(path)}: ${digits} is read as ${writtenNumber(value)}`);
    }
  }

  /** Returns the notes. */
  lines(): readonly string[] {
    const more = this.#count - mostNamed;
    return more > 0
      ? [...this.#lines, `${this.#name}: ${more} more numbers cannot be represented exactly.`]
      : this.#lines;
  }
}

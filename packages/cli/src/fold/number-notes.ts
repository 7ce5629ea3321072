import { writtenNumber } from '@emend/acp/jsonrpc';
import { formatPath } from '@emend/acp/protocol';
import type { MessageLine } from '../input/input-line.ts';

const mostNamed = 50;

/** What is said of the numbers that a folded state cannot hold, one a line; of many the first ones. */
export class NumberNotes {
  readonly #name: string;
  readonly #lines: string[] = [];
  #count = 0;

  constructor(name: string) {
    this.#name = name;
  }

  /** Notes the numbers of a line that are not what it says. */
  take({ line, numbers = [] }: MessageLine): void {
    for (const { path, digits, value } of numbers) {
      this.#count += 1;
      if (this.#count > mostNamed) continue;
      this.#lines.push(`${this.#name}:${line}: ${formatPath(path)}: ${digits} is read as ${writtenNumber(value)}`);
    }
  }

  /** All that is to be said. */
  lines(): readonly string[] {
    const more = this.#count - mostNamed;
    return more > 0 ? [...this.#lines, `${this.#name}: ${more} more numbers are read as others`] : this.#lines;
  }
}

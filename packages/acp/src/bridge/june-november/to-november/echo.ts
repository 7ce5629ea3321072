import { isObject, type JsonObject } from '../../../protocol/reading/guard.ts';
import { isEqual } from '../../equal.ts';

type Block = JsonObject;

function textOf(block: unknown): string | undefined {
  if (!isObject(block) || block['type'] !== 'text') return undefined;
  const { text } = block;
  return typeof text === 'string' ? text : undefined;
}

/** Returns content as a list of its texts, adjacent ones joined, and its other blocks. */
function partsOf(blocks: readonly unknown[]): (string | Block)[] {
  const parts: (string | Block)[] = [];
  for (const block of blocks) {
    const text = textOf(block);
    const last = parts[parts.length - 1];
    if (text === undefined) parts.push(block as Block);
    else if (typeof last === 'string') parts[parts.length - 1] = last + text;
    else parts.push(text);
  }
  return parts;
}

/** Follows a message of the person, block by block, for as long as it repeats a prompt. Texts may be cut in other places. */
export class EchoMatch {
  readonly #parts: readonly (string | Block)[];
  #part = 0;
  #offset = 0;

  constructor(prompt: readonly unknown[]) {
    this.#parts = partsOf(prompt);
  }

  /** Takes the next block of the message; returns whether the message still repeats the prompt. */
  takes(block: unknown): boolean {
    const part = this.#parts[this.#part];
    const text = textOf(block);
    if (text === undefined) {
      if (typeof part === 'string' || part === undefined || !isEqual(part, block)) return false;
      this.#part += 1;
      return true;
    }
    if (text === '') return true;
    if (typeof part !== 'string' || !part.startsWith(text, this.#offset)) return false;
    this.#offset += text.length;
    if (this.#offset === part.length) {
      this.#part += 1;
      this.#offset = 0;
    }
    return true;
  }

  /** Returns whether anything of the prompt was repeated; a message that is empty so far may be any. */
  hasBegun(): boolean {
    return this.#part > 0 || this.#offset > 0;
  }

  /** Returns whether the whole prompt was repeated. */
  isComplete(): boolean {
    return this.#part === this.#parts.length;
  }
}

/** Returns whether content is that of a prompt. */
export function repeats(prompt: readonly unknown[], content: readonly unknown[]): boolean {
  const match = new EchoMatch(prompt);
  return content.every((block) => match.takes(block)) && match.isComplete();
}

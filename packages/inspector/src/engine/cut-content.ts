import { Sequence } from '@emend/acp/session';

/** How many items and characters of a part are shown before it is opened. */
const mostItems = 2_000;
const mostCharacters = 64 * 1024;

/** How much of a part can be shown. What is older is left out first, since the end is what a frame changes. */
export interface Room {
  /** How many characters were left out. */
  cut: number;
  /** The index of the first item of the content that is shown. */
  first: number;
  /** Returns the items of a content that there is room for. */
  items<T>(items: Sequence<T>): Sequence<T>;
  /** Leaves out raw values of a tool call that are too long. */
  rawValues<T extends { readonly rawInput?: unknown; readonly rawOutput?: unknown }>(call: T): T;
  /** Returns a value, or words in its place if it is too long. */
  value(value: unknown): unknown;
  /** How many characters of a text there is room for. */
  readonly characters: number;
}

/** Returns room for the part of a row. */
export function roomForRow(): Room {
  return new LimitedRoom(mostItems, mostCharacters);
}

/** Returns room for everything. */
export function roomForAll(): Room {
  return new LimitedRoom(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
}

/** Returns the end of a text that there is room for. */
export function cutText(text: string, room: Room): string {
  const start = Math.max(0, text.length - room.characters);
  room.cut += start;
  return text.slice(start);
}

class LimitedRoom implements Room {
  cut = 0;
  first = 0;
  readonly characters: number;
  readonly #items: number;

  constructor(items: number, characters: number) {
    this.#items = items;
    this.characters = characters;
  }

  items<T>(items: Sequence<T>): Sequence<T> {
    if (this.#items === Number.POSITIVE_INFINITY) return items;
    let first = items.length;
    let size = 0;
    while (first > 0 && items.length - first < this.#items && size < this.characters) {
      size += lengthOf(items.at(--first));
    }
    this.first = first;
    for (let index = 0; index < Math.min(first, this.#items); index++) this.cut += lengthOf(items.at(index));
    // Of a very long content the lengths are not added up, since that would cost more than showing it.
    this.cut += Math.max(0, first - this.#items);
    const kept = items.toArray(first).map((item) => this.#short(item));
    return first === 0 && kept.every((item, index) => item === items.at(index)) ? items : Sequence.of(kept);
  }

  rawValues<T extends { readonly rawInput?: unknown; readonly rawOutput?: unknown }>(call: T): T {
    const { rawInput, rawOutput } = call;
    const [input, output] = [this.value(rawInput), this.value(rawOutput)];
    return input === rawInput && output === rawOutput ? call : { ...call, rawInput: input, rawOutput: output };
  }

  value(value: unknown): unknown {
    if (this.characters === Number.POSITIVE_INFINITY) return value;
    const length = lengthOf(value);
    if (length <= this.characters) return value;
    this.cut += length;
    return `${length.toLocaleString('en-US')} characters are left out here.`;
  }

  #short<T>(item: T): T {
    const length = lengthOf(item);
    if (length <= this.characters) return item;
    const { text } = item as { readonly text?: unknown };
    if (typeof text === 'string') return { ...item, text: cutText(text, this) };
    this.cut += length;
    return { type: 'text', text: `${length.toLocaleString('en-US')} characters are left out here.` } as T;
  }
}

/** Returns how long a value is, about: the characters of its texts. */
function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 8;
  let length = 0;
  for (const key in value) length += lengthOf((value as Record<string, unknown>)[key]);
  return length;
}

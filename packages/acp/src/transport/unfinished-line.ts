import { type BrokenFrame, EXCERPT_BYTES } from './transport.ts';
import { decodeUtf8, decodeUtf8Loosely } from './utf8.ts';

const CARRIAGE_RETURN = 13;

/** How many bytes of a line are collected before they are decoded, so that a long line is never in memory as bytes and as text. */
const BLOCK_BYTES = 256 * 1024;
const FIRST_BLOCK_BYTES = 4 * 1024;

/** A line whose end has not arrived yet: its last bytes, and the text of the bytes before them. */
export class UnfinishedLine {
  readonly #maxBytes: number;
  #block = new Uint8Array(0);
  #held = 0;
  #size = 0;
  #texts: string[] = [];
  /** Both ends of the bytes that have left the block. */
  #excerpt: Excerpt | undefined;
  /** Why only an excerpt of this line is kept. */
  #problem: BrokenFrame['problem'] | undefined;

  /** Lines of more than `maxBytes` are not kept. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Whether nothing of the line has arrived. */
  get isEmpty(): boolean {
    return this.#size === 0;
  }

  /** Adds the next bytes of the line, which are copied. */
  add(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.#size += bytes.length;
    // A carriage return at the end belongs to the line end, not to the frame (TR4).
    const most = this.#maxBytes + (bytes[bytes.length - 1] === CARRIAGE_RETURN ? 1 : 0);
    if (this.#size > most) this.#drop('too-long');
    for (let from = 0; from < bytes.length; ) {
      if (this.#problem !== undefined) {
        this.#excerpt?.add(bytes.subarray(from));
        return;
      }
      const to = Math.min(bytes.length, from + BLOCK_BYTES - this.#held);
      this.#put(bytes.subarray(from, to));
      if (this.#held === BLOCK_BYTES) this.#decodeBlock(wholeCharacters(this.#block));
      from = to;
    }
  }

  /** Returns the text of the line, or the report of a broken one, and starts the next line. */
  finish(): string | BrokenFrame {
    const line = this.#text() ?? this.#report();
    this.#held = 0;
    this.#size = 0;
    this.#texts = [];
    this.#excerpt = undefined;
    this.#problem = undefined;
    return line;
  }

  #put(bytes: Uint8Array): void {
    const needed = this.#held + bytes.length;
    if (needed > this.#block.length) {
      const block = new Uint8Array(Math.min(BLOCK_BYTES, Math.max(FIRST_BLOCK_BYTES, 2 * needed)));
      block.set(this.#block.subarray(0, this.#held));
      this.#block = block;
    }
    this.#block.set(bytes, this.#held);
    this.#held = needed;
  }

  #text(): string | undefined {
    if (this.#problem !== undefined) return undefined;
    const rest = decodeUtf8(this.#block.subarray(0, this.#held));
    if (rest === undefined) {
      this.#drop('not-utf8');
      return undefined;
    }
    if (this.#texts.length === 0) return rest;
    this.#texts.push(rest);
    // Joining makes one flat string; concatenation would keep all pieces in memory until the text is read.
    return this.#texts.join('');
  }

  #decodeBlock(length: number): void {
    const text = decodeUtf8(this.#block.subarray(0, length));
    if (text === undefined) {
      this.#drop('not-utf8');
      return;
    }
    this.#texts.push(text);
    this.#leave(length);
  }

  #drop(problem: BrokenFrame['problem']): void {
    this.#problem = problem;
    this.#texts = [];
    this.#leave(this.#held);
  }

  /** Adds the first bytes of the block to the excerpt and moves the others to the front. */
  #leave(length: number): void {
    this.#excerpt ??= new Excerpt();
    this.#excerpt.add(this.#block.subarray(0, length));
    this.#block.copyWithin(0, length, this.#held);
    this.#held -= length;
  }

  #report(): BrokenFrame {
    const { head, tail } = (this.#excerpt ?? new Excerpt()).ends;
    return { problem: this.#problem ?? 'not-utf8', size: this.#size, head, tail };
  }
}

/** The two ends of a long line. */
class Excerpt {
  #head: Uint8Array = new Uint8Array(0);
  #tail: Uint8Array = new Uint8Array(0);

  add(bytes: Uint8Array): void {
    const missing = EXCERPT_BYTES - this.#head.length;
    if (missing > 0) this.#head = joined(this.#head, bytes.subarray(0, missing));
    const rest = bytes.subarray(Math.max(0, missing));
    if (rest.length === 0) return;
    this.#tail =
      rest.length >= EXCERPT_BYTES ? rest.slice(-EXCERPT_BYTES) : joined(this.#tail, rest).slice(-EXCERPT_BYTES);
  }

  get ends(): { readonly head: string; readonly tail: string } {
    return { head: decodeUtf8Loosely(this.#head), tail: decodeUtf8Loosely(this.#tail) };
  }
}

/** Returns how many of these bytes make whole characters. */
function wholeCharacters(bytes: Uint8Array): number {
  for (let back = 1; back <= 3; back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}

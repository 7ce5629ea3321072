import { Sequence } from './structures/sequence.ts';

/** The output of a terminal: bytes that grow at their end. It never changes; each method returns the next one. */
export class TerminalBytes {
  /** The bytes, in the pieces in which they came. */
  readonly pieces: Sequence<Uint8Array>;
  /** Number of bytes that are kept. */
  readonly length: number;
  /** Number of bytes that a limit has dropped from the start. */
  readonly dropped: number;

  private constructor(pieces: Sequence<Uint8Array>, length: number, dropped: number) {
    this.pieces = pieces;
    this.length = length;
    this.dropped = dropped;
  }

  /** No output. */
  static readonly none: TerminalBytes = new TerminalBytes(Sequence.empty(), 0, 0);

  /** Returns the output with more bytes at its end, of which the newest are kept if they are more than the limit. */
  append(piece: Uint8Array, limit: number): TerminalBytes {
    if (piece.length === 0) return this;
    const length = this.length + piece.length;
    if (length <= limit) return new TerminalBytes(this.pieces.append(piece), length, this.dropped);
    // A quarter at once, so that it is not done for every piece.
    const surplus = length - Math.floor((limit * 3) / 4);
    const kept = withoutFirst(surplus, [...this.pieces, piece]);
    return new TerminalBytes(Sequence.of(kept), length - surplus, this.dropped + surplus);
  }

  /** Returns whether another output has the same bytes. */
  isSame(other: TerminalBytes): boolean {
    if (this.length !== other.length || this.dropped !== other.dropped) return false;
    const [mine, others] = [this.toBytes(), other.toBytes()];
    return mine.every((byte, index) => byte === others[index]);
  }

  /** Returns all bytes that are kept, in one array. */
  toBytes(): Uint8Array {
    const bytes = new Uint8Array(this.length);
    let end = 0;
    for (const piece of this.pieces) {
      bytes.set(piece, end);
      end += piece.length;
    }
    return bytes;
  }

  /** Returns the bytes as UTF-8 text; invalid ones become U+FFFD, and escape sequences are kept. */
  toText(): string {
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(this.toBytes());
  }

  /** Called by `JSON.stringify`. */
  toJSON(): string {
    return this.toText();
  }
}

// No private method: the compiler makes one that names its class break the initial value of a static property.
function withoutFirst(bytes: number, pieces: readonly Uint8Array[]): Uint8Array[] {
  const kept: Uint8Array[] = [];
  let skip = bytes;
  for (const one of pieces) {
    if (skip >= one.length) {
      skip -= one.length;
    } else {
      // A copy, because a part of a long piece would keep all of it in memory.
      kept.push(skip === 0 ? one : one.slice(skip));
      skip = 0;
    }
  }
  return kept;
}

const newline = 10;

/** Splits chunks of bytes into lines without their line ends; buffers at most one unfinished line, never more than the limit. */
export class ByteLineSplitter<Long> {
  readonly #limit: number;
  readonly #whenLong: (beginning: Buffer) => Long;
  #held: Buffer[] = [];
  #length = 0;
  #long: { readonly line: Long } | undefined;

  /** `whenLong` returns what stands for a line over the limit, given as many bytes of it as the limit allows. */
  constructor(limit: number, whenLong: (beginning: Buffer) => Long) {
    this.#limit = limit;
    this.#whenLong = whenLong;
  }

  /** Returns the lines that a chunk completes. */
  push(chunk: Buffer): (Buffer | Long)[] {
    const lines: (Buffer | Long)[] = [];
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      lines.push(this.#take(chunk.subarray(start, end)));
      start = end + 1;
    }
    if (start < chunk.length) this.#hold(chunk.subarray(start));
    return lines;
  }

  /** Returns the last line if the input does not end with a line feed. */
  end(): (Buffer | Long)[] {
    return this.#length === 0 ? [] : [this.#take(Buffer.alloc(0))];
  }

  #hold(part: Buffer): void {
    const room = this.#limit - this.#length;
    this.#length += part.length;
    if (this.#long !== undefined) return;
    this.#held.push(part.subarray(0, room));
    if (part.length <= room) return;
    this.#long = { line: this.#whenLong(Buffer.concat(this.#held)) };
    this.#held = [];
  }

  #take(last: Buffer): Buffer | Long {
    if (this.#length === 0 && last.length <= this.#limit) return last;
    this.#hold(last);
    const line = this.#long === undefined ? Buffer.concat(this.#held) : this.#long.line;
    this.#length = 0;
    this.#held = [];
    this.#long = undefined;
    return line;
  }
}

const newline = 10;

/** Bytes of one line without its line end, or `undefined` in place of a line over the limit. */
export type LineBytes = Buffer | undefined;

/** Splits chunks of bytes into lines; buffers at most one unfinished line, never one over the limit. */
export class LineSplitter {
  readonly #limit: number;
  #held: Buffer[] = [];
  #heldLength = 0;
  #isOverLimit = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Returns the lines that a chunk completes. */
  push(chunk: Buffer): LineBytes[] {
    const lines: LineBytes[] = [];
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      lines.push(
        this.#heldLength === 0 && !this.#isOverLimit
          ? this.#whole(chunk, start, end)
          : this.#complete(chunk, start, end),
      );
      start = end + 1;
    }
    if (start < chunk.length) this.#hold(chunk.subarray(start));
    return lines;
  }

  /** Returns the last line if the input does not end with a line feed. */
  end(): LineBytes[] {
    return this.#heldLength === 0 && !this.#isOverLimit ? [] : [this.#take()];
  }

  #whole(chunk: Buffer, start: number, end: number): LineBytes {
    return end - start > this.#limit ? undefined : chunk.subarray(start, end);
  }

  #complete(chunk: Buffer, start: number, end: number): LineBytes {
    this.#hold(chunk.subarray(start, end));
    return this.#take();
  }

  #hold(part: Buffer): void {
    if (this.#isOverLimit) return;
    this.#held.push(part);
    this.#heldLength += part.length;
    if (this.#heldLength <= this.#limit) return;
    this.#held = [];
    this.#heldLength = 0;
    this.#isOverLimit = true;
  }

  #take(): LineBytes {
    const line = this.#isOverLimit ? undefined : Buffer.concat(this.#held, this.#heldLength);
    this.#held = [];
    this.#heldLength = 0;
    this.#isOverLimit = false;
    return line;
  }
}

/** Chunks from this size on are kept as they are. */
const LARGE = 4 * 1024;
/** The largest block that small chunks are copied into. */
const MAX_BLOCK = 64 * 1024;

/** Gathers the chunks of a body. Small ones are copied together: kept one by one, a chunk of one byte would take hundreds. */
export class GatheredBytes {
  readonly #blocks: Uint8Array[] = [];
  /** The block that is being filled, and how far it is. */
  #block: Uint8Array | undefined;
  #filled = 0;
  #size = 0;

  /** The size of everything that was added. */
  get size(): number {
    return this.#size;
  }

  /** Adds a chunk. */
  add(chunk: Uint8Array): void {
    const isFirst = this.#size === 0;
    this.#size += chunk.length;
    if (this.#block !== undefined && this.#filled + chunk.length > this.#block.length) this.#closeBlock();
    // Most bodies are one chunk, which is not copied.
    if (this.#block === undefined && (isFirst || chunk.length >= LARGE)) {
      this.#blocks.push(chunk);
      return;
    }
    this.#block ??= new Uint8Array(Math.min(Math.max(this.#size, LARGE), MAX_BLOCK));
    this.#block.set(chunk, this.#filled);
    this.#filled += chunk.length;
  }

  /** Returns all bytes as one array. */
  joined(): Uint8Array {
    this.#closeBlock();
    const [first] = this.#blocks;
    if (this.#blocks.length === 1 && first !== undefined) return first;
    const whole = new Uint8Array(this.#size);
    let at = 0;
    for (const block of this.#blocks) {
      whole.set(block, at);
      at += block.length;
    }
    return whole;
  }

  #closeBlock(): void {
    if (this.#block !== undefined) this.#blocks.push(this.#block.subarray(0, this.#filled));
    this.#block = undefined;
    this.#filled = 0;
  }
}

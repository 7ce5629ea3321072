/** The bytes of a recording, which may grow at their end. */
export interface ByteSource {
  /** How many bytes there are so far. */
  readonly size: number;
  /** Whether more may come. */
  readonly isLive: boolean;
  /** What has happened to the recording from outside, in a sentence; listeners are called when it changes. */
  readonly notice?: string | undefined;
  /** Returns the bytes from `start` to `end` (excluded); fewer if the recording has become shorter. They are not changed afterwards. */
  read(start: number, end: number): Promise<Uint8Array>;
  /** Calls back when bytes have come, or when no more will come. Returns a function that stops it. */
  listen(listener: () => void): () => void;
  /** Returns the text of bytes, or `undefined` if they are not UTF-8. Default: a `TextDecoder`. */
  decode?(bytes: Uint8Array): string | undefined;
}

/** Where translated messages are kept beside a recording. */
export interface Spool {
  readonly size: number;
  append(bytes: Uint8Array): Promise<void>;
  read(start: number, end: number): Promise<Uint8Array>;
}

/** Bytes in memory. */
export class MemoryBytes implements ByteSource, Spool {
  readonly #listeners = new Set<() => void>();
  #bytes: Uint8Array;
  size: number;
  isLive = true;

  /** Starts with these bytes, which are not copied. */
  constructor(bytes: Uint8Array = new Uint8Array(0)) {
    this.#bytes = bytes;
    this.size = bytes.length;
  }

  async append(bytes: Uint8Array): Promise<void> {
    if (this.size + bytes.length > this.#bytes.length) {
      const more = new Uint8Array(Math.max(this.size + bytes.length, Math.ceil(this.#bytes.length * 1.5)));
      more.set(this.#bytes.subarray(0, this.size));
      this.#bytes = more;
    }
    this.#bytes.set(bytes, this.size);
    this.size += bytes.length;
    for (const listener of this.#listeners) listener();
  }

  /** Tells that no more will come. */
  end(): void {
    this.isLive = false;
    for (const listener of this.#listeners) listener();
  }

  async read(start: number, end: number): Promise<Uint8Array> {
    return this.#bytes.subarray(start, Math.min(this.size, end));
  }

  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

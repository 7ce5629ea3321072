import { isUtf8 } from 'node:buffer';
import { type FileHandle, open } from 'node:fs/promises';
import type { ByteSource } from '../engine/byte-source.ts';

/** How often a file is looked at, in milliseconds. */
const interval = 200;

/** A file that may grow while it is read. */
export class FollowedFile implements ByteSource {
  readonly #file: FileHandle;
  readonly #listeners = new Set<() => void>();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #size: number;
  #isLive = true;

  /** Opens a file; rejects with the error of the system if it cannot be read. */
  static async open(path: string): Promise<FollowedFile> {
    const file = await open(path);
    const stat = await file.stat();
    if (!stat.isDirectory()) return new FollowedFile(file, stat.size);
    await file.close();
    throw Object.assign(new Error('EISDIR: illegal operation on a directory, read'), { code: 'EISDIR' });
  }

  private constructor(file: FileHandle, size: number) {
    this.#file = file;
    this.#size = size;
  }

  get size(): number {
    return this.#size;
  }

  get isLive(): boolean {
    return this.#isLive;
  }

  async read(start: number, end: number): Promise<Uint8Array> {
    const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(end, this.#size) - start));
    let filled = 0;
    while (filled < bytes.length) {
      const { bytesRead } = await this.#file.read(bytes, filled, bytes.length - filled, start + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return bytes.subarray(0, filled);
  }

  // Node does this faster than a TextDecoder does, for lines as short as most are.
  decode(bytes: Uint8Array): string | undefined {
    const own = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const text = own.toString();
    // What is not UTF-8 is replaced by this character, which is rare in what is.
    return text.includes('\ufffd') && !isUtf8(bytes) ? undefined : text;
  }

  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Looks at the file now and then, for one that another program writes. */
  watch(): void {
    this.#timer ??= setInterval(() => void this.look(), interval);
  }

  /** Looks whether the file has grown. */
  async look(): Promise<void> {
    // Whoever asks while somebody looks gets a look of their own, since theirs may have been too early.
    const before = this.#looking;
    const looking = Promise.resolve(before).then(() => this.#look());
    this.#looking = looking;
    await looking;
  }

  async #look(): Promise<void> {
    if (!this.#isLive) return;
    const { size } = await this.#file.stat();
    // Only what is added is followed: a file that becomes shorter is another recording.
    if (size < this.#size) this.#stop();
    else if (size === this.#size) return;
    this.#size = Math.max(size, this.#size);
    this.#tell();
  }

  #stop(): void {
    clearInterval(this.#timer);
    this.#isLive = false;
  }

  /** Tells that no more will come, after a last look. */
  async end(): Promise<void> {
    await this.look();
    if (!this.#isLive) return;
    this.#stop();
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }

  /** Closes the file. */
  async close(): Promise<void> {
    this.#stop();
    this.#listeners.clear();
    await this.#looking;
    await this.#file.close();
  }
}

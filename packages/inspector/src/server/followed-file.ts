import { isUtf8 } from 'node:buffer';
import { type FileHandle, open, stat } from 'node:fs/promises';
import type { ByteSource } from '../engine/byte-source.ts';

/** How often a file is looked at, in milliseconds. */
const interval = 200;

/** How many bytes before the end show whether a file that has grown is still the same, and not one that was written anew. */
const endLength = 64;

const rewritten = 'The file was cut or written anew while it was shown, and is not followed any further. Start again.';
const replaced =
  'Another file has taken the name of this one. The page shows the earlier file; start again to see the new one.';
const removed = 'The file was deleted or renamed while it was shown. The page still shows it.';

/** A file that may grow while it is read. */
export class FollowedFile implements ByteSource {
  readonly #file: FileHandle;
  readonly #path: string;
  readonly #listeners = new Set<() => void>();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #size: number;
  #isLive = true;
  #isWatched = false;
  #notice: string | undefined;
  /** The last bytes that were seen of a file that is watched. */
  #end: Uint8Array | undefined;

  /** Opens a file; rejects with the error of the system if it cannot be read. */
  static async open(path: string): Promise<FollowedFile> {
    const file = await open(path);
    const found = await file.stat();
    if (!found.isDirectory()) return new FollowedFile(file, path, found.size);
    await file.close();
    throw Object.assign(new Error('EISDIR: illegal operation on a directory, read'), { code: 'EISDIR' });
  }

  private constructor(file: FileHandle, path: string, size: number) {
    this.#file = file;
    this.#path = path;
    this.#size = size;
  }

  get size(): number {
    return this.#size;
  }

  get isLive(): boolean {
    return this.#isLive;
  }

  get notice(): string | undefined {
    return this.#notice;
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
    this.#isWatched = true;
    this.#timer ??= setInterval(() => void this.look().catch(() => {}), interval);
  }

  /** Looks whether the file has grown. */
  async look(): Promise<void> {
    // Whoever asks while somebody looks gets a look of their own, since theirs may have been too early.
    const before = this.#looking;
    const looking = Promise.resolve(before)
      .catch(() => {})
      .then(() => this.#look());
    this.#looking = looking;
    await looking;
  }

  async #look(): Promise<void> {
    if (!this.#isLive) return;
    const { size } = await this.#file.stat();
    const notice = this.#isWatched ? await this.#noticeAt(size) : undefined;
    // Only what is added is followed: a file that becomes shorter is another recording.
    const isOther = size < this.#size || notice === rewritten;
    if (isOther) this.#stop();
    else if (size === this.#size && notice === this.#notice) return;
    this.#notice = isOther ? rewritten : notice;
    this.#size = Math.max(size, this.#size);
    this.#tell();
  }

  /** Returns what has happened to a file that another program writes. */
  async #noticeAt(size: number): Promise<string | undefined> {
    if (size !== this.#size || this.#end === undefined) {
      const end = this.#end;
      if (end !== undefined && Buffer.compare(await this.#bytesBefore(this.#size), end) !== 0) return rewritten;
      if (size >= this.#size) this.#end = await this.#bytesBefore(size);
    }
    const own = await this.#file.stat({ bigint: true });
    const named = await stat(this.#path, { bigint: true }).catch(() => undefined);
    if (named === undefined) return removed;
    return named.dev === own.dev && named.ino === own.ino ? undefined : replaced;
  }

  async #bytesBefore(end: number): Promise<Uint8Array> {
    const bytes = Buffer.alloc(Math.min(end, endLength));
    const { bytesRead } = await this.#file.read(bytes, 0, bytes.length, end - bytes.length);
    return bytes.subarray(0, bytesRead);
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
    await this.#looking?.catch(() => {});
    await this.#file.close();
  }
}

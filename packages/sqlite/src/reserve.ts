import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  ftruncateSync,
  openSync,
  realpathSync,
  rmSync,
  statfsSync,
  statSync,
  writeSync,
} from 'node:fs';

/** The reserve grows by whole blocks, so that it is not written to with every commit. */
const blockBytes = 64 * 1024;

let block: Buffer | undefined;

/** Bytes that a file system cannot compress away; none of them is a character of a text. */
function blockOfNoise(): Buffer {
  block ??= randomBytes(blockBytes).map((byte) => byte | 0x80) as Buffer;
  return block;
}

/** A file beside the store that takes space, to be given up when a full disk would prevent erasing. */
export class Reserve {
  readonly #store: string | undefined;

  /** A database in memory or named by a URI has none. */
  constructor(path: string) {
    // SQLite puts its own files beside the file that a link leads to.
    this.#store = path === ':memory:' || path.startsWith('file:') ? undefined : realpathOf(path);
  }

  /** Returns the size of the reserve in bytes; another process may have changed it. */
  size(): number {
    return this.#store === undefined ? 0 : (sizeOf(`${this.#store}-reserve`) ?? 0);
  }

  /** Returns the size of the store's file in bytes; undefined if it does not exist. */
  storeBytes(): number | undefined {
    return this.#store === undefined ? undefined : sizeOf(this.#store);
  }

  /** Returns how many bytes the disk has left for the store, including the reserve. */
  spareBytes(): number {
    if (this.#store === undefined) return Number.POSITIVE_INFINITY;
    try {
      const { bavail, bsize } = statfsSync(this.#store);
      return bavail * bsize + this.size();
    } catch {
      // What cannot be known is found out by writing.
      return Number.POSITIVE_INFINITY;
    }
  }

  /** Makes the reserve at least this large; returns false, with the reserve unchanged, if the disk has no room. */
  hold(bytes: number): boolean {
    const size = this.size();
    if (size >= bytes || this.storeBytes() === undefined) return true;
    let file: number | undefined;
    try {
      file = openSync(`${this.#store}-reserve`, constants.O_RDWR | constants.O_CREAT, 0o600);
      const end = Math.ceil(bytes / blockBytes) * blockBytes;
      for (let at = size; at < end; ) at += writeSync(file, blockOfNoise(), 0, Math.min(blockBytes, end - at), at);
      return true;
    } catch (error) {
      if (file !== undefined) ftruncateSync(file, size);
      if (size === 0) this.release();
      // Where the file cannot be made for another reason, the store works without it.
      return !isDiskFull(error);
    } finally {
      if (file !== undefined) closeSync(file);
    }
  }

  /** Removes the reserve; returns whether there was one. */
  release(): boolean {
    if (this.size() === 0) return false;
    try {
      rmSync(`${this.#store}-reserve`, { force: true });
      return true;
    } catch {
      return false;
    }
  }
}

function sizeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.size;
}

function realpathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function isDiskFull(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOSPC' || code === 'EDQUOT';
}

import { closeSync, openSync, read, write } from 'node:fs';
import { promisify } from 'node:util';
import { TemporaryFolder } from '@emend/acp/node';
import type { Spool } from '../engine/byte-source.ts';

const writeBytes = promisify(write);
const readBytes = promisify(read);

/** Bytes in a temporary file, which is made when there is something to keep: most recordings need no translation. */
class FileSpool implements Spool {
  readonly #make: () => number;
  #file = -1;
  size = 0;

  constructor(make: () => number) {
    this.#make = make;
  }

  async append(bytes: Uint8Array): Promise<void> {
    if (this.#file === -1) this.#file = this.#make();
    for (let done = 0; done < bytes.length; ) {
      const { bytesWritten } = await writeBytes(this.#file, bytes, done, bytes.length - done, this.size + done);
      done += bytesWritten;
    }
    this.size += bytes.length;
  }

  async read(start: number, end: number): Promise<Uint8Array> {
    const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(end, this.size) - start));
    for (let done = 0; done < bytes.length; ) {
      const { bytesRead } = await readBytes(this.#file, bytes, done, bytes.length - done, start + done);
      if (bytesRead === 0) return bytes.subarray(0, done);
      done += bytesRead;
    }
    return bytes;
  }
}

/** Temporary files for what has to be kept beside a recording; they are gone when the process has ended. */
export class FileSpools {
  readonly #files: number[] = [];
  #folder: TemporaryFolder | undefined;

  /** Opens an empty spool. */
  open(): Spool {
    return new FileSpool(() => this.#make());
  }

  #make(): number {
    this.#folder ??= new TemporaryFolder('emend-inspect');
    const file = openSync(this.#folder.file(String(this.#files.length)), 'wx+', 0o600);
    this.#files.push(file);
    return file;
  }

  /** Closes and removes all spools. */
  close(): void {
    for (const file of this.#files.splice(0)) closeSync(file);
    this.#folder?.remove();
  }
}

import { mkdtempSync, openSync, read, rmSync, write } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Spool } from '../engine/byte-source.ts';

const readAt = promisify(read);
const writeAt = promisify(write);

/** A spool in a file that has no name: it is gone when the process ends, however that happens. */
export class TemporarySpool implements Spool {
  #file: number | undefined;
  size = 0;

  async append(bytes: Uint8Array): Promise<void> {
    this.#file ??= unnamedFile();
    let done = 0;
    while (done < bytes.length) {
      const { bytesWritten } = await writeAt(this.#file, bytes, done, bytes.length - done, this.size + done);
      done += bytesWritten;
    }
    this.size += bytes.length;
  }

  async read(start: number, end: number): Promise<Uint8Array> {
    const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(end, this.size) - start));
    let filled = 0;
    while (filled < bytes.length && this.#file !== undefined) {
      const { bytesRead } = await readAt(this.#file, bytes, filled, bytes.length - filled, start + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return bytes.subarray(0, filled);
  }
}

function unnamedFile(): number {
  const folder = mkdtempSync(join(tmpdir(), 'emend-inspect-'));
  const file = openSync(join(folder, 'spool'), 'wx+', 0o600);
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    remove();
  } catch {
    // Windows keeps the name of an open file.
    process.once('exit', () => {
      try {
        remove();
      } catch {
        // The system clears its folder for temporary files.
      }
    });
  }
  return file;
}

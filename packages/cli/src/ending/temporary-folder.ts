import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder that only we can read, and that is gone when the process has ended. */
export class TemporaryFolder {
  /** The absolute path of the folder. */
  readonly path: string;
  readonly #onExit = (): void => rmSync(this.path, { recursive: true, force: true });

  /** Makes the folder; its name begins with the prefix. */
  constructor(prefix: string) {
    this.path = mkdtempSync(join(tmpdir(), prefix));
    process.on('exit', this.#onExit);
  }

  /** Returns the path of a file in the folder. */
  file(name: string): string {
    return join(this.path, name);
  }

  /** Removes the folder with everything in it. */
  remove(): void {
    process.off('exit', this.#onExit);
    this.#onExit();
  }
}

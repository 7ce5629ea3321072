import { lstatSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder for temporary files that only our user can read, and that is gone when the process has ended. */
export class TemporaryFolder {
  /** The absolute path of the folder. */
  readonly path: string;
  readonly #onExit = (): void => rmSync(this.path, { recursive: true, force: true });

  /** Makes the folder, whose name begins with `name`, and removes those of that name whose processes were killed. */
  constructor(name: string) {
    const namespace = processNamespace();
    removeLeft(tmpdir(), name, namespace);
    this.path = mkdtempSync(join(tmpdir(), `${name}-${process.pid}.${namespace}-`));
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

/** Removes the folders of our user whose processes have ended without a chance to do it. */
function removeLeft(parent: string, start: string, namespace: string): void {
  for (const name of namesIn(parent)) {
    if (!name.startsWith(`${start}-`)) continue;
    const [, pid, from] = /^(\d+)\.(\d+)-/.exec(name.slice(start.length + 1)) ?? [];
    if (pid === undefined || from !== namespace || isRunning(Number(pid))) continue;
    const path = join(parent, name);
    try {
      const { uid } = lstatSync(path);
      if (process.getuid === undefined || uid === process.getuid()) rmSync(path, { recursive: true, force: true });
    } catch {
      // It is gone by now, or cannot be removed: nobody waits for it.
    }
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Containers may share a folder for temporary files, but do not see each other's processes. */
function processNamespace(): string {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '0';
  } catch {
    return '0';
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user may not be signalled.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

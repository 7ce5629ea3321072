import { type ChildProcess, spawnSync } from 'node:child_process';
import { hasLiveMember } from './process-group.ts';

/** A child process and everything it started, as far as that stayed in its process group. */
export class ProcessTree {
  readonly #child: ChildProcess;
  readonly #pid: number;

  /** The child must have been spawned as the leader of its own group (`detached`), except on Windows. */
  constructor(child: ChildProcess, pid: number) {
    this.#child = child;
    this.#pid = pid;
  }

  /** Whether anything of the tree still runs. */
  get isAlive(): boolean {
    if (process.platform === 'win32') return this.#child.exitCode === null && this.#child.signalCode === null;
    return hasLiveMember(this.#pid);
  }

  /** Sends a signal to the whole tree; on Windows, where there are none, SIGKILL ends it and others do nothing. */
  kill(signal: 'SIGTERM' | 'SIGKILL'): void {
    if (process.platform !== 'win32') this.#signal(signal);
    else if (signal === 'SIGKILL')
      spawnSync('taskkill', ['/pid', String(this.#pid), '/T', '/F'], { windowsHide: true });
  }

  /** Settles with true when nothing of the tree runs any more, with false when that takes longer than the given time. */
  async gone(milliseconds: number): Promise<boolean> {
    const deadline = performance.now() + milliseconds;
    while (this.isAlive) {
      if (performance.now() >= deadline) return false;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return true;
  }

  #signal(signal: NodeJS.Signals): void {
    try {
      process.kill(-this.#pid, signal);
    } catch {
      // Gone already, which is what was wanted.
    }
  }
}

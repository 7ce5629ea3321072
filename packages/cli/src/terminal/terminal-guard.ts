import { type ChildProcess, spawn, spawnSync } from 'node:child_process';

// If the input ends without a message, the process that wrote to it was killed.
const script = 'trap "" HUP INT QUIT TERM; read -r word || { stty "$1" <&1; printf "$2"; }';

/** A small process that restores the terminal when this one is killed. */
export class TerminalGuard {
  readonly #process: ChildProcess | undefined;

  /** Saves the current settings of the terminal; `restore` is written to it when this process is killed. */
  constructor(restore: string) {
    if (process.platform === 'win32') return;
    const modes = spawnSync('stty', ['-g'], { stdio: ['inherit', 'pipe', 'ignore'], encoding: 'utf8' });
    if (modes.status !== 0) return;
    const printed = restore.replaceAll('\x1b', '\\033');
    // In its own session, since a kill often goes to the whole group.
    this.#process = spawn('/bin/sh', ['-c', script, 'emend-terminal-guard', modes.stdout.trim(), printed], {
      stdio: ['pipe', 'inherit', 'ignore'],
      detached: true,
    });
    this.#process.on('error', () => {});
    this.#process.stdin?.on('error', () => {});
    this.#process.unref();
    (this.#process.stdin as unknown as { unref?(): void } | null)?.unref?.();
  }

  /** Ends the process, since the terminal was restored. */
  dismiss(): void {
    this.#process?.stdin?.end('done\n');
  }
}

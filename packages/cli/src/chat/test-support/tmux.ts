import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { debianProgram } from '../../../../../test/support/debian-program.ts';
import { commandFile } from '../../test-support/built-command.ts';

/** Whether there is a real terminal to test in; where the machine lets us, tmux is installed first. */
export async function isTmuxReady(): Promise<boolean> {
  if ((await debianProgram('tmux')) !== undefined) return true;
  process.stderr.write('The tests in a real terminal are skipped: tmux is not installed and could not be.\n');
  return false;
}

/** How a pane begins. */
export interface PaneOptions {
  readonly columns?: number;
  readonly rows?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** Runs it as a job of an interactive shell, whose prompt is `shell>`. */
  readonly isJob?: boolean;
}

let panes = 0;

/** A real terminal in which `emend` runs, and after it a shell command that tells its exit status. */
export class Pane implements Disposable {
  /** A folder of its own, which is gone with it. */
  readonly folder = mkdtempSync(join(tmpdir(), 'emend-pane-'));
  readonly #socket = `emend-${process.pid}-${++panes}`;
  readonly #output = join(this.folder, 'output');

  constructor(args: readonly string[], options: PaneOptions = {}) {
    const env = { XDG_STATE_HOME: this.folder, ...options.env };
    const settings = Object.entries(env).map(([name, value]) => `${name}=${quoted(value)}`);
    const command = [process.execPath, commandFile, ...args].map(quoted).join(' ');
    // `stty` tells how the terminal was left behind.
    const line = `env ${settings.join(' ')} ${command}; echo "left with $?"; stty -a | tr ';' '\\n' | grep -o -e '-\\?icanon' -e '-\\?echo ' ; sleep 600`;
    const size = ['-x', String(options.columns ?? 80), '-y', String(options.rows ?? 24)];
    const shell = "env PS1='shell> ' bash --norc --noprofile -i";
    this.#tmux('new-session', '-d', ...size, '-s', 'main', options.isJob === true ? shell : line);
    this.#tmux('pipe-pane', '-t', 'main', `cat > ${quoted(this.#output)}`);
    if (options.isJob !== true) return;
    this.type(`clear; env ${settings.join(' ')} ${command}`);
    this.press('Enter');
  }

  #tmux(...args: readonly string[]): string {
    const { TMUX: _, ...env } = process.env;
    return execFileSync('tmux', ['-L', this.#socket, '-f', '/dev/null', ...args], {
      encoding: 'utf8',
      env: { ...env, TMUX_TMPDIR: this.folder, LC_ALL: 'C.UTF-8' },
    });
  }

  /** What can be seen now, without the blanks at the ends of rows. */
  screen(): string {
    return this.#tmux('capture-pane', '-p', '-t', 'main')
      .split('\n')
      .map((row) => row.trimEnd())
      .join('\n')
      .trimEnd();
  }

  /** The same with the sequences that colour it. */
  painted(): string {
    return this.#tmux('capture-pane', '-p', '-e', '-t', 'main');
  }

  /** Everything, from the beginning of the scroll-back. */
  all(): string {
    return this.#tmux('capture-pane', '-p', '-t', 'main', '-S', '-', '-E', '-').trimEnd();
  }

  /** Waits until this was written to the terminal, even if nobody was quick enough to see it there. */
  async untilWritten(text: string): Promise<void> {
    await this.until(() => stripVTControlCharacters(this.#written()).includes(text));
  }

  #written(): string {
    return existsSync(this.#output) ? readFileSync(this.#output, 'utf8') : '';
  }

  /** What the terminal itself says: whether the cursor shows and whether rows wrap. */
  flags(): string {
    return this.#tmux('display-message', '-p', '-t', 'main', '#{cursor_flag} #{wrap_flag} #{pane_title}').trim();
  }

  /** Whether the terminal reads lines and echoes them, as the next program expects it. */
  isCooked(): boolean {
    const tty = this.#tmux('display-message', '-p', '-t', 'main', '#{pane_tty}').trim();
    const modes = execFileSync('stty', ['-a', '-F', tty], { encoding: 'utf8' });
    return /(?<!-)\bicanon\b/.test(modes) && /(?<!-)\becho\b/.test(modes);
  }

  /** The process that runs under the pane's shell. */
  child(): number {
    const shell = this.#tmux('display-message', '-p', '-t', 'main', '#{pane_pid}').trim();
    return Number(execFileSync('pgrep', ['-P', shell], { encoding: 'utf8' }).split('\n')[0]);
  }

  /** Presses keys by the names tmux has for them. */
  press(...keys: readonly string[]): void {
    this.#tmux('send-keys', '-t', 'main', ...keys);
  }

  /** Types text as it is. */
  type(text: string): void {
    this.#tmux('send-keys', '-t', 'main', '-l', text);
  }

  resize(columns: number, rows: number): void {
    this.#tmux('resize-window', '-t', 'main', '-x', String(columns), '-y', String(rows));
  }

  /** Waits until the screen looks as it should, and gives it; the error shows the screen. */
  async until(looksRight: string | RegExp | ((screen: string) => boolean), seconds = 500): Promise<string> {
    const isRight = (screen: string): boolean => {
      if (typeof looksRight === 'function') return looksRight(screen);
      return typeof looksRight === 'string' ? screen.includes(looksRight) : looksRight.test(screen);
    };
    const deadline = performance.now() + seconds * 1000;
    for (;;) {
      const screen = this.screen();
      if (isRight(screen)) return screen;
      if (performance.now() > deadline) throw new Error(`the screen never showed ${looksRight}; it shows:\n${screen}`);
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
  }

  [Symbol.dispose](): void {
    try {
      this.#tmux('kill-server');
    } catch {
      // It ends by itself when its last pane does.
    }
    // What runs in the pane may still be writing its last words.
    removeEventually(this.folder);
  }
}

function removeEventually(folder: string): void {
  for (let attempt = 0; attempt < 40; attempt++) {
    try {
      rmSync(folder, { recursive: true, force: true });
      return;
    } catch {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
    }
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

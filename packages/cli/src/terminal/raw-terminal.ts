import type { ReadStream, WriteStream } from 'node:tty';
import { TerminalGuard } from './terminal-guard.ts';
import type { ScreenSize } from './terminal-screen.ts';

// Bracketed paste tells pasted text from typed keys, so that a pasted line feed does not send anything.
const enter = '\x1b[?2004h';
// Resets everything: styles, wrapping, cursor, paste mode and an unfinished frame.
const restore = '\x1b[?2026l\x1b[0m\x1b[?7h\x1b[?25h\x1b[?2004l';

/** A terminal in raw mode, restored however the process ends. */
export class RawTerminal {
  readonly #input: ReadStream;
  readonly #output: WriteStream;
  readonly #onEnd = (): void => this.restore();
  #guard: TerminalGuard | undefined;
  #isRaw = false;
  #onText: (text: string) => void = () => {};

  constructor(input: ReadStream, output: WriteStream) {
    this.#input = input;
    this.#output = output;
  }

  get size(): ScreenSize {
    return { columns: Math.max(20, this.#output.columns || 80), rows: this.#output.rows || 24 };
  }

  /** Switches to raw mode, at first or after a restore. */
  enter(onText: (text: string) => void, onResize: () => void): void {
    process.on('exit', this.#onEnd);
    this.#guard = new TerminalGuard(restore);
    this.#isRaw = true;
    this.#input.setRawMode(true);
    this.#input.setEncoding('utf8');
    this.#onText = onText;
    this.#input.on('data', onText as (chunk: Buffer | string) => void);
    this.#input.resume();
    this.#output.on('resize', onResize);
    this.#output.write(enter);
  }

  write(text: string): void {
    this.#output.write(text);
  }

  /** Restores the terminal; may be called twice. */
  restore(): void {
    if (!this.#isRaw) return;
    this.#isRaw = false;
    process.off('exit', this.#onEnd);
    this.#output.removeAllListeners('resize');
    this.#input.off('data', this.#onText);
    try {
      this.#output.write(restore);
      this.#input.setRawMode(false);
      this.#input.pause();
      this.#guard?.dismiss();
    } catch {
      // The terminal is gone, so there is nothing to restore.
    }
  }
}

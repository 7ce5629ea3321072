/** Who holds the terminal, and gives it away while the process is stopped. */
interface TerminalHolder {
  /** Puts the terminal back as it was found. */
  release(): void;
  /** Takes the terminal again; the cursor stands below what others have written. */
  take(): void;
  /** Takes the terminal again after a stop that could not be seen coming, as it has been used by others. */
  retake(): void;
}

/** Stopping the process as a shell expects it, by a key or a signal, and going on when the shell says so. */
export class JobControl {
  readonly #holder: TerminalHolder;
  readonly #onStop = (): void => this.stop();
  readonly #onContinue = (): void => this.#holder.retake();

  constructor(holder: TerminalHolder) {
    this.#holder = holder;
  }

  /** Begins to listen to the signals. */
  listen(): void {
    process.on('SIGTSTP', this.#onStop);
    process.on('SIGCONT', this.#onContinue);
  }

  /** Leaves the signals to their own ways. */
  ignore(): void {
    process.off('SIGTSTP', this.#onStop);
    process.off('SIGCONT', this.#onContinue);
  }

  /** Gives the terminal to the shell and stops; returns when the shell has given it back. */
  stop(): void {
    if (process.platform === 'win32') return;
    this.#holder.release();
    this.ignore();
    // To the whole group, as the terminal itself does it: a shell waits for all of a job. Where no shell could wake us, nothing happens.
    process.kill(0, 'SIGTSTP');
    this.listen();
    this.#holder.take();
    // The size is looked up by that signal alone, which is not sent to those who are stopped.
    process.kill(process.pid, 'SIGWINCH');
  }
}

/** The owner of the terminal, which releases it while the process is stopped. */
interface TerminalHolder {
  /** Restores the terminal. */
  release(): void;
  /** Takes over the terminal again; the cursor is below what other programs have written. */
  take(): void;
  /** Takes over the terminal after a stop without warning, during which other programs have used it. */
  retake(): void;
}

/** Stops the process on Ctrl-Z or a signal, and continues when the shell says so. */
export class JobControl {
  readonly #holder: TerminalHolder;
  readonly #onStop = (): void => this.stop();
  readonly #onContinue = (): void => this.#holder.retake();

  constructor(holder: TerminalHolder) {
    this.#holder = holder;
  }

  /** Starts listening to the signals. */
  listen(): void {
    process.on('SIGTSTP', this.#onStop);
    process.on('SIGCONT', this.#onContinue);
  }

  /** Stops listening to the signals. */
  ignore(): void {
    process.off('SIGTSTP', this.#onStop);
    process.off('SIGCONT', this.#onContinue);
  }

  /** Releases the terminal and stops the process; returns when it is continued. */
  stop(): void {
    if (process.platform === 'win32') return;
    this.#holder.release();
    this.ignore();
    // Signals the whole group, as the terminal does, since a shell waits for the whole job. Without a shell nothing happens.
    process.kill(0, 'SIGTSTP');
    this.listen();
    this.#holder.take();
    // Node reads the size only on this signal, which stopped processes do not get.
    process.kill(process.pid, 'SIGWINCH');
  }
}

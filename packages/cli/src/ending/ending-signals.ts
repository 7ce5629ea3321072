const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Waits for signals that ask the process to end: the first one is told, the second one ends it at once. */
export class EndingSignals {
  /** Resolves with the first signal. */
  readonly asked: Promise<void>;
  #isAsked = false;
  #isLeft = false;

  /** From now on no signal ends the process by itself. */
  constructor() {
    this.asked = new Promise((resolve) => {
      const onSignal = (): void => {
        if (this.#isLeft) return;
        if (this.#isAsked) process.exit(1);
        this.#isAsked = true;
        resolve();
      };
      for (const signal of signals) process.on(signal, onSignal);
    });
  }

  /** Whether there was a signal. */
  get isAsked(): boolean {
    return this.#isAsked;
  }

  /** Leaves the signals from now on to others, which have handlers of their own. */
  leave(): void {
    this.#isLeft = true;
  }
}

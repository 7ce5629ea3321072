import type { Duplex } from 'node:stream';

/** Gathers what is written to a socket in one turn of the event loop into one write. */
export class CorkedWrites {
  readonly #socket: Duplex;
  #isCorked = false;

  constructor(socket: Duplex) {
    this.#socket = socket;
  }

  /** Holds back what is written from now on until the turn is over. */
  begin(): void {
    if (this.#isCorked) return;
    this.#isCorked = true;
    this.#socket.cork();
    // A tick that is asked for by a microtask comes after all microtasks: what they send is in the same write.
    queueMicrotask(() => process.nextTick(() => this.flush()));
  }

  /** Writes at once what was held back. */
  flush(): void {
    if (!this.#isCorked) return;
    this.#isCorked = false;
    this.#socket.uncork();
  }
}

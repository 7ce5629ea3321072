/** Measures how long an agent says nothing in a turn. While it waits for an answer of the client, it is not silent. */
export class Silence {
  readonly #limit: number;
  #since: number | undefined;
  #isRunning = false;
  #waiting = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** A turn began, or goes on. */
  start(at: number | undefined): void {
    this.#isRunning = true;
    this.#since = at;
  }

  /** No turn is running. */
  stop(): void {
    this.#isRunning = false;
  }

  /** One more request of the agent is open, or one less. */
  waits(by: 1 | -1, at: number | undefined): void {
    this.#waiting = Math.max(0, this.#waiting + by);
    this.#since = at;
  }

  /** The agent sent something. Returns the seconds of silence before it if they are too many. */
  heard(at: number | undefined): number | undefined {
    const since = this.#since;
    this.#since = at;
    if (!this.#isRunning || this.#waiting > 0 || since === undefined || at === undefined) return undefined;
    return at - since > this.#limit ? Math.round((at - since) / 100) / 10 : undefined;
  }
}

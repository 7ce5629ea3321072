/** Tells when an agent is started again in a recording: its client initializes it a second time. */
export class Restarts {
  #isStarted = false;

  /** Takes the method of a request; returns whether it begins another conversation with an agent that was started again. */
  isRestart(method: string): boolean {
    if (method !== 'initialize') return false;
    const wasStarted = this.#isStarted;
    this.#isStarted = true;
    return wasStarted;
  }

  /** Takes an answer: a client that was refused may try again with another version. */
  answered(method: string | undefined, isError: boolean): void {
    if (method === 'initialize' && isError) this.#isStarted = false;
  }
}

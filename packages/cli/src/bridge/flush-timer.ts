/** How long nothing has to come before what waits is sent, and how long it may wait at most, in milliseconds. */
const idle = 50;
const most = 1_000;

/** Calls the last flush it was given when nothing more has come for a moment, or when the moment never comes. */
export class FlushTimer {
  #timer: NodeJS.Timeout | undefined;
  #since = 0;

  /** Something waits. */
  schedule(flush: () => void): void {
    const now = performance.now();
    if (this.#timer === undefined) this.#since = now;
    clearTimeout(this.#timer);
    const delay = Math.max(0, Math.min(idle, this.#since + most - now));
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      flush();
    }, delay);
    this.#timer.unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

import type { Clock } from '../../remote/wire/clock.ts';

/** Calls back what is not done after a fixed time, with one timer for all of it. */
export class Deadlines {
  readonly #clock: Clock;
  readonly #time: number;
  /** In the order of their ends, since all have the same time. */
  readonly #waiting = new Set<{ readonly end: number; readonly expire: () => void }>();
  #stop: (() => void) | undefined;

  constructor(clock: Clock, time: number) {
    this.#clock = clock;
    this.#time = time;
  }

  /** Calls `expire` once the time is over, unless the returned function is called before. */
  add(expire: () => void): () => void {
    const entry = { end: this.#clock.now() + this.#time, expire };
    this.#waiting.add(entry);
    this.#arm();
    return () => this.#waiting.delete(entry);
  }

  /** Forgets everything. */
  clear(): void {
    this.#waiting.clear();
    this.#stop?.();
    this.#stop = undefined;
  }

  // The timer is left alone when its entry is done, so that a message which is done at once costs no timer.
  #arm(): void {
    if (this.#stop !== undefined) return;
    const [first] = this.#waiting;
    if (first === undefined) return;
    this.#stop = this.#clock.after(Math.max(0, first.end - this.#clock.now()), () => {
      this.#stop = undefined;
      const now = this.#clock.now();
      for (const entry of this.#waiting) {
        if (entry.end > now) break;
        this.#waiting.delete(entry);
        entry.expire();
      }
      this.#arm();
    });
  }
}

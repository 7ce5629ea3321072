import type { Clock } from '../wire/clock.ts';

/** A clock that stands still until a test moves it. */
export class ManualClock implements Clock {
  #now = 0;
  readonly #timers = new Set<{ readonly at: number; readonly wake: () => void }>();

  /** The number of timers that wait; a test that ends well leaves none. */
  get waiting(): number {
    return this.#timers.size;
  }

  now(): number {
    return this.#now;
  }

  after(milliseconds: number, wake: () => void): () => void {
    const timer = { at: this.#now + milliseconds, wake };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** Moves the time on and calls what is due, in order, also what is set meanwhile. */
  advance(milliseconds: number): void {
    const end = this.#now + milliseconds;
    for (let next = this.#next(end); next !== undefined; next = this.#next(end)) {
      this.#timers.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.wake();
    }
    this.#now = end;
  }

  #next(end: number): { readonly at: number; readonly wake: () => void } | undefined {
    let first: { readonly at: number; readonly wake: () => void } | undefined;
    for (const timer of this.#timers) {
      if (timer.at <= end && (first === undefined || timer.at < first.at)) first = timer;
    }
    return first;
  }
}

import type { Clock } from '@emend/acp/remote';

interface Timer {
  readonly due: number;
  readonly wake: () => void;
  handle?: NodeJS.Timeout;
}

/** A clock that can run faster than time, so that a test need not wait for it. */
export class ScaledClock implements Clock {
  readonly #timers = new Set<Timer>();
  #speed = 1;
  #passed = 0;
  #since = performance.now();

  now(): number {
    return this.#passed + (performance.now() - this.#since) * this.#speed;
  }

  after(milliseconds: number, wake: () => void): () => void {
    const timer: Timer = { due: this.now() + milliseconds, wake };
    this.#timers.add(timer);
    this.#start(timer);
    return () => {
      clearTimeout(timer.handle);
      this.#timers.delete(timer);
    };
  }

  /** Runs so many times as fast as time from now on, also for timers that were started before. */
  hurry(speed: number): void {
    this.#passed = this.now();
    this.#since = performance.now();
    this.#speed = speed;
    for (const timer of this.#timers) {
      clearTimeout(timer.handle);
      this.#start(timer);
    }
  }

  #start(timer: Timer): void {
    const wake = () => {
      this.#timers.delete(timer);
      timer.wake();
    };
    timer.handle = setTimeout(wake, Math.max(0, timer.due - this.now()) / this.#speed);
    timer.handle.unref();
  }
}

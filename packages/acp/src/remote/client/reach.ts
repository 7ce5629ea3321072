import type { Clock } from '../wire/clock.ts';
import type { Reconnect, Setback } from './reconnect.ts';

/** Callbacks of {@link Reach}. */
interface ReachListener {
  waiting(attempt: number, delay: number, cause: string): void;
  /** Everything that had failed has reached the server again. */
  restored(): void;
  gaveUp(cause: string): void;
}

/** How long to wait before the next attempt. */
interface Pause extends Setback {
  /** The shortest pause, in milliseconds. */
  readonly atLeast?: number;
  /** Whether the server was reached and said no, so that the connection as a whole is not in doubt. */
  readonly isRefused?: boolean;
}

/** Knows whether the server can be reached, and paces the attempts of all that wants to reach it. */
export class Reach {
  readonly #clock: Clock;
  readonly #listener: ReachListener;
  /** What waits for its next attempt, and how to end its waiting. */
  readonly #pauses = new Map<Reconnect, () => void>();
  /** What has failed to reach the server, and has not succeeded since. */
  readonly #broken = new Set<Reconnect>();
  #isOver = false;

  constructor(clock: Clock, listener: ReachListener) {
    this.#clock = clock;
    this.#listener = listener;
  }

  /** Whether something has failed and not succeeded since. */
  get isBroken(): boolean {
    return this.#broken.size > 0;
  }

  /** Waits before the next attempt. Resolves with false if there is none. */
  async pause(reconnect: Reconnect, cause: string, pause: Pause): Promise<boolean> {
    if (this.#isOver) return false;
    const pausing = reconnect.pauseAfter(pause);
    if (pausing === undefined) {
      this.#listener.gaveUp(cause);
      return false;
    }
    const delay = Math.max(pausing, pause.atLeast ?? 0);
    await new Promise<void>((resolve) => {
      const stop = this.#clock.after(delay, resolve);
      this.#pauses.set(reconnect, () => {
        stop();
        resolve();
      });
      if (pause.isRefused) return;
      this.#broken.add(reconnect);
      this.#listener.waiting(reconnect.attempts, delay, cause);
    });
    this.#pauses.delete(reconnect);
    return !this.#isOver;
  }

  /** The server was reached. What else waits to try again need not wait any longer. */
  reached(reconnect: Reconnect): void {
    reconnect.opened();
    if (!this.#broken.delete(reconnect)) return;
    this.wake();
    if (!this.isBroken) this.#listener.restored();
  }

  /** Something is no longer needed, whether it reaches the server or not. */
  forget(reconnect: Reconnect): void {
    this.#broken.delete(reconnect);
  }

  /** Ends all pauses. */
  wake(): void {
    for (const end of this.#pauses.values()) end();
  }

  /** Ends all pauses; there are no further attempts. */
  end(): void {
    this.#isOver = true;
    this.wake();
  }
}

import type { RemotePlatform } from './options.ts';
import type { Reconnect, Setback } from './reconnect.ts';

/** How long to wait before the next attempt, and until when. */
export interface Pause extends Setback {
  /** Ends the waiting, and with it the attempts. */
  readonly signal: AbortSignal;
  /** The shortest pause, in milliseconds. */
  readonly atLeast?: number;
  /** The server was reached and said no, so that the connection as a whole is not in doubt. */
  readonly isRefused?: boolean;
}

/** Callbacks of {@link Reach}. */
interface ReachListener {
  waiting(attempt: number, delay: number, cause: string): void;
  /** Everything that had failed has reached the server again. */
  restored(): void;
  gaveUp(cause: string): void;
}

/** Knows whether the server can be reached, and paces the attempts of all that wants to reach it. */
export class Reach {
  readonly #platform: RemotePlatform;
  readonly #listener: ReachListener;
  /** What waits to try again, and how to end its waiting. */
  readonly #waiting = new Map<Reconnect, () => void>();

  constructor(platform: RemotePlatform, listener: ReachListener) {
    this.#platform = platform;
    this.#listener = listener;
  }

  /** Whether something has failed and not succeeded since. */
  get isBroken(): boolean {
    return this.#waiting.size > 0;
  }

  /** Waits before the next attempt. Resolves with false if there is none. */
  async pause(reconnect: Reconnect, cause: string, pause: Pause): Promise<boolean> {
    const { signal, atLeast = 0, isRefused = false } = pause;
    if (signal.aborted) return false;
    const pausing = reconnect.pauseAfter(pause);
    if (pausing === undefined) {
      this.#listener.gaveUp(cause);
      return false;
    }
    const delay = Math.max(pausing, atLeast);
    await new Promise<void>((resolve) => {
      const stop = this.#platform.clock.after(delay, wake);
      function wake(): void {
        stop();
        signal.removeEventListener('abort', wake);
        resolve();
      }
      signal.addEventListener('abort', wake);
      if (isRefused) return;
      this.#waiting.set(reconnect, wake);
      this.#listener.waiting(reconnect.attempts, delay, cause);
    });
    return !signal.aborted;
  }

  /** An attempt has reached the server. What else waits to try again need not wait any longer. */
  reached(reconnect: Reconnect): void {
    reconnect.opened();
    if (!this.forget(reconnect)) return;
    this.wake();
    if (!this.isBroken) this.#listener.restored();
  }

  /** Something that had failed is no longer needed. Returns false if it had not failed. */
  forget(reconnect: Reconnect): boolean {
    return this.#waiting.delete(reconnect);
  }

  /** Lets everything try again at once. */
  wake(): void {
    for (const wake of this.#waiting.values()) wake();
  }
}

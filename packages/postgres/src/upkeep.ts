import { setTimeout as delay } from 'node:timers/promises';
import type { LogError } from '@emend/acp/log';
import { failureOf } from './failure.ts';

/** Options of {@link Upkeep}. */
interface UpkeepOptions {
  /** Does the work once. It must not wait for others, since closing waits for it. */
  work(): Promise<void>;
  report(error: LogError): void;
  /** How soon after a request the work is done, in milliseconds; 200 by default. */
  readonly soon?: number;
}

/** How long after a failure the work is tried again, in milliseconds; twice as long after each further one. */
const firstPause = 1_000;
const longestPause = 60_000;

/** Does work that many changes request: one run at a time, and one more run for all requests that come meanwhile. */
export class Upkeep {
  readonly #options: UpkeepOptions;
  readonly #stop = new AbortController();
  #isWanted = false;
  #running: Promise<void> | undefined;

  constructor(options: UpkeepOptions) {
    this.#options = options;
  }

  /** Requests a run soon. */
  request(): void {
    this.#isWanted = true;
    this.#running ??= this.#run();
  }

  /** Runs once more if that was requested, and ends; a failure is reported and not retried. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { work, report, soon = 200 } = this.#options;
    const { signal } = this.#stop;
    let failures = 0;
    while (this.#isWanted) {
      const pause = failures === 0 ? soon : Math.min(firstPause * 2 ** (failures - 1), longestPause);
      await delay(pause, undefined, { signal }).catch(() => {});
      this.#isWanted = false;
      try {
        await work();
        failures = 0;
      } catch (error) {
        report(failureOf(error));
        failures += 1;
        this.#isWanted ||= !signal.aborted;
      }
    }
    this.#running = undefined;
  }
}

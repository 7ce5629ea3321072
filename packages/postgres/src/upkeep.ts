import { setTimeout as delay } from 'node:timers/promises';
import type { LogError } from '@emend/acp/log';
import { failureOf } from './failure.ts';

/** What the upkeep does, and whom it tells of failures. */
interface UpkeepOptions {
  /** Does the work once. It must not wait for others, since closing waits for it. */
  work(): Promise<void>;
  report(error: LogError): void;
  /** How soon after a request the work is done, in milliseconds; 200 if not given. */
  readonly soon?: number;
}

/** How long after a failure the work is tried again, in milliseconds; twice as long after each further one. */
const firstPause = 1_000;
const longestPause = 60_000;

/** Does work that many changes ask for: never twice at once, and requests that come meanwhile are one more run. */
export class Upkeep {
  readonly #options: UpkeepOptions;
  readonly #stop = new AbortController();
  #isWanted = false;
  #running: Promise<void> | undefined;

  constructor(options: UpkeepOptions) {
    this.#options = options;
  }

  /** Asks for the work to be done soon. */
  request(): void {
    this.#isWanted = true;
    this.#running ??= this.#run();
  }

  /** Does at once what was asked for, and ends; what fails now is reported and left undone. */
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

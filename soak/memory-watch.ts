import type { Tally } from './tally.ts';

const megabyte = 1024 * 1024;

/** The most memory that may be in use when only a few short sessions are open, in bytes; far more than a busy machine lets lie about. */
const mostKept = { 'an agent': 80 * megabyte, 'the client': 128 * megabyte };
/** How much memory a run may use beyond that at its start, in bytes. */
const mostGrowth = 48 * megabyte;
/** How many samples are skipped at first: sessions grow until they reach their final age. */
const warmUp = 30;
/** How many samples are compared: a single one may include the work of other workers, most include less. */
const several = 15;

/** Returns the memory in use, without garbage if Node runs with `--expose-gc`. */
export function kept(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Watches whether memory stays within bounds, and whether it grows with time. */
export class MemoryWatch {
  readonly #tally: Tally;
  #samples = 0;
  readonly #first: number[] = [];
  readonly #last: number[] = [];

  constructor(tally: Tally) {
    this.#tally = tally;
  }

  /** Checks the memory of an agent between two turns. */
  ofAgent(bytes: number): void {
    this.#bound('an agent', bytes);
  }

  /** Checks the memory of this process after an agent has ended and before the next starts. */
  ofClient(): void {
    const bytes = kept();
    this.#bound('the client', bytes);
    this.#samples += 1;
    if (this.#samples <= warmUp) return;
    if (this.#first.length < several) this.#first.push(bytes);
    else this.#last.push(bytes);
    if (this.#last.length < several) return;
    const [early, late] = [median(this.#first), median(this.#last)];
    this.#last.shift();
    this.#tally.measure('the client, more than at the beginning', late - early);
    this.#tally.check('memory does not grow with time', late < early + mostGrowth, () => {
      return `the client keeps ${shown(late)}, and kept ${shown(early)} at the beginning`;
    });
  }

  #bound(whose: keyof typeof mostKept, bytes: number): void {
    this.#tally.measure(`${whose}, after a collection`, bytes);
    this.#tally.check('memory is bounded', bytes < mostKept[whose], () => `${whose} keeps ${shown(bytes)}`);
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

/** Formats a number of bytes for people. */
export function shown(bytes: number): string {
  return `${(bytes / megabyte).toFixed(1)} MB`;
}

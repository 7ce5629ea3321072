import type { Tally } from './tally.ts';

const megabyte = 1024 * 1024;
/** More than a client with a few short sessions has any need for. */
const mostEver = 256 * megabyte;

/** Watches whether memory grows with time; needs `--expose-gc` to tell garbage from what is kept. */
export class MemoryWatch {
  readonly #samples: number[] = [];

  /** Takes the size of what is kept now. */
  sample(): void {
    globalThis.gc?.();
    this.#samples.push(process.memoryUsage().heapUsed);
  }

  /** Checks the whole run: never too much, and no more in its last third than in its first. */
  judge(tally: Tally): void {
    const samples = this.#samples;
    for (const sample of samples) tally.measure('heap of the client', sample);
    for (const [what, peak] of tally.peaks) {
      tally.check('memory is bounded', peak < mostEver, () => `${what} reached ${Math.round(peak / megabyte)} MB`);
    }
    if (samples.length < 9) return;
    const third = Math.floor(samples.length / 3);
    const [early, late] = [median(samples.slice(0, third)), median(samples.slice(-third))];
    tally.check('memory does not grow with time', late < early * 1.5 + 20 * megabyte, () => {
      return `the client kept ${Math.round(early / megabyte)} MB early and ${Math.round(late / megabyte)} MB late`;
    });
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

/** Most steps that are kept; beyond that, two become one. */
const mostSteps = 240;

/** Counts updates and bytes in equal steps of time. The steps grow with the recording, so that their number stays small. */
export class Rates {
  #step = 1;
  #updates: number[] = [];
  #bytes: number[] = [];

  /** Counts a frame. */
  take(at: number, size: number, isUpdate: boolean): void {
    while (at >= this.#step * mostSteps) this.#widen();
    const index = Math.floor(at / this.#step);
    while (this.#updates.length <= index) {
      this.#updates.push(0);
      this.#bytes.push(0);
    }
    this.#updates[index] = (this.#updates[index] ?? 0) + (isUpdate ? 1 : 0);
    this.#bytes[index] = (this.#bytes[index] ?? 0) + size;
  }

  /** The length of a step in milliseconds, and what came in each. */
  get counted(): { readonly step: number; readonly updates: readonly number[]; readonly bytes: readonly number[] } {
    return { step: this.#step, updates: [...this.#updates], bytes: [...this.#bytes] };
  }

  #widen(): void {
    this.#step *= 2;
    this.#updates = inPairs(this.#updates);
    this.#bytes = inPairs(this.#bytes);
  }
}

function inPairs(counts: readonly number[]): number[] {
  const sums: number[] = [];
  for (let index = 0; index < counts.length; index += 2) sums.push((counts[index] ?? 0) + (counts[index + 1] ?? 0));
  return sums;
}

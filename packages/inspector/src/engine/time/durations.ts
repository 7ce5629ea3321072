import type { Durations } from '../../api/time-view.ts';

/** Collects durations, eight bytes each, and returns their median and the slowest. */
export class CollectedDurations {
  #values = new Float64Array(16);
  #count = 0;
  #known: Durations | undefined;

  add(milliseconds: number): void {
    if (this.#count === this.#values.length) {
      const more = new Float64Array(this.#count * 2);
      more.set(this.#values);
      this.#values = more;
    }
    this.#values[this.#count] = milliseconds;
    this.#count += 1;
    this.#known = undefined;
  }

  get summary(): Durations {
    this.#known ??= this.#summed();
    return this.#known;
  }

  #summed(): Durations {
    const count = this.#count;
    if (count === 0) return { count, median: 0, slowest: 0 };
    // The order in which they came says nothing, so sorting in place keeps the next sort cheap.
    const sorted = this.#values.subarray(0, count).sort();
    const at = (index: number): number => sorted[index] ?? 0;
    const median = (at((count - 1) >> 1) + at(count >> 1)) / 2;
    return { count, median, slowest: at(Math.ceil(count * 0.99) - 1) };
  }
}

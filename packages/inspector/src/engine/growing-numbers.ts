type Numbers = Float64Array | Uint32Array | Uint16Array | Uint8Array;

/** A list of numbers that only grows, with a fixed number of bytes each. */
export class GrowingNumbers<T extends Numbers> {
  #values: T;
  readonly #make: new (
    length: number,
  ) => T;
  length = 0;

  constructor(make: new (length: number) => T) {
    this.#make = make;
    this.#values = new make(64);
  }

  push(value: number): void {
    if (this.length === this.#values.length) {
      // Large lists grow by a half, so that little room is left unused.
      const more = new this.#make(this.length + Math.max(64, this.length >>> 1));
      more.set(this.#values);
      this.#values = more;
    }
    this.#values[this.length++] = value;
  }

  at(index: number): number {
    return this.#values[index] ?? 0;
  }

  set(index: number, value: number): void {
    this.#values[index] = value;
  }

  /** Returns how many numbers at the start of a sorted list are at most `value`. */
  countUpTo(value: number): number {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.at(middle) <= value) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

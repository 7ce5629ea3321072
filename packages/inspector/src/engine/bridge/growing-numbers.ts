/** A list of whole numbers below 2^32 that only grows, four bytes each. */
export class GrowingNumbers {
  #values = new Uint32Array(64);
  length = 0;

  push(value: number): void {
    if (this.length === this.#values.length) {
      const more = new Uint32Array(this.length * 2);
      more.set(this.#values);
      this.#values = more;
    }
    this.#values[this.length] = value;
    this.length += 1;
  }

  at(index: number): number {
    return this.#values[index] ?? 0;
  }

  /** Returns how many numbers at the start of a sorted list are at most `value`. */
  countUpTo(value: number): number {
    let [low, high] = [0, this.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.at(middle) <= value) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

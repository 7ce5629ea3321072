/** A run of positions, both ends included. */
interface Run {
  readonly from: number;
  readonly to: number;
}

/** Positions in ascending order. Those that follow each other take the space of two, however many they are. */
export class PositionRuns {
  /** The first and the last position of each run, one run after the other. */
  readonly #ends: number[] = [];

  /** Adds a position behind all others. */
  add(position: number): void {
    const last = this.#ends.length - 1;
    if (last > 0 && position === (this.#ends[last] as number) + 1) this.#ends[last] = position;
    else this.#ends.push(position, position);
  }

  /** Returns the runs from a position on. */
  from(position: number): Run[] {
    const runs: Run[] = [];
    // What is asked for is mostly at the end.
    for (let end = this.#ends.length - 1; end > 0 && (this.#ends[end] as number) >= position; end -= 2) {
      runs.push({ from: Math.max(this.#ends[end - 1] as number, position), to: this.#ends[end] as number });
    }
    return runs.reverse();
  }

  /** Keeps only these of the positions from one on. */
  keep(from: number, positions: readonly number[]): void {
    while ((this.#ends.at(-2) ?? -1) >= from) this.#ends.length -= 2;
    const last = this.#ends.length - 1;
    if (last > 0 && (this.#ends[last] as number) >= from) this.#ends[last] = from - 1;
    for (const position of positions) this.add(position);
  }
}

/** Numbers the frames of one direction from 1 and keeps those that the receiver may not have. */
export class Outbox {
  readonly #frames = new Map<number, string>();
  #first = 1;
  #last = 0;
  #size = 0;

  /** The number of the last frame that was added; 0 if there was none. */
  get last(): number {
    return this.#last;
  }

  /** The number of the first frame that is still kept; one more than `last` if none is. */
  get first(): number {
    return this.#first;
  }

  /** The size of the kept frames in UTF-16 units. */
  get size(): number {
    return this.#size;
  }

  /** Adds a frame and returns its number. */
  add(frame: string): number {
    this.#last += 1;
    this.#frames.set(this.#last, frame);
    this.#size += frame.length;
    return this.#last;
  }

  /** Returns a kept frame by its number; `undefined` if it is gone or was never added. */
  at(number: number): string | undefined {
    return this.#frames.get(number);
  }

  /** Drops the frames up to a number, which the receiver has. */
  confirm(number: number): void {
    for (; this.#first <= number && this.#first <= this.#last; this.#first += 1) {
      this.#size -= this.#frames.get(this.#first)?.length ?? 0;
      this.#frames.delete(this.#first);
    }
  }

  /** Returns whether a receiver that has the frames up to `number` can be sent the rest. */
  canContinueAfter(number: number): boolean {
    return Number.isSafeInteger(number) && number >= this.#first - 1 && number <= this.#last;
  }

  /** Replaces kept frames; the replacement counts as the frame did. */
  replace(replacement: (frame: string) => string | undefined): void {
    for (const [number, frame] of this.#frames) {
      const other = replacement(frame) ?? frame;
      this.#frames.set(number, other);
      this.#size += other.length - frame.length;
    }
  }
}

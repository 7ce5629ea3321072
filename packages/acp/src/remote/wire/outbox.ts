/** Numbers the frames of one direction from 1 and keeps those that the receiver may not have. */
export class Outbox {
  #frames: string[] = [];
  /** Index of the first kept frame in `#frames`; what is before it is gone. */
  #start = 0;
  #first = 1;
  #size = 0;

  /** The number of the last frame that was added; 0 if there was none. */
  get last(): number {
    return this.#first + this.#frames.length - this.#start - 1;
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
    this.#frames.push(frame);
    this.#size += frame.length;
    return this.last;
  }

  /** Returns a kept frame by its number; `undefined` if it is gone or was never added. */
  at(number: number): string | undefined {
    return number < this.#first ? undefined : this.#frames[this.#start + number - this.#first];
  }

  /** Drops the frames up to a number, which the receiver has. */
  confirm(number: number): void {
    const end = Math.min(number, this.last);
    while (this.#first <= end) {
      this.#size -= this.#frames[this.#start]?.length ?? 0;
      this.#frames[this.#start] = '';
      this.#start += 1;
      this.#first += 1;
    }
    // Moving the rest to the front now and then costs less than doing it each time.
    if (this.#start < 1024 || this.#start * 2 < this.#frames.length) return;
    this.#frames = this.#frames.slice(this.#start);
    this.#start = 0;
  }

  /** Returns whether a receiver that has the frames up to `number` can be sent the rest. */
  canContinueAfter(number: number): boolean {
    return Number.isSafeInteger(number) && number >= this.#first - 1 && number <= this.last;
  }

  /** Replaces kept frames; the replacement counts as the frame did. */
  replace(replacement: (frame: string) => string | undefined): void {
    for (let at = this.#start; at < this.#frames.length; at += 1) {
      const frame = this.#frames[at] ?? '';
      const other = replacement(frame);
      if (other === undefined) continue;
      this.#frames[at] = other;
      this.#size += other.length - frame.length;
    }
  }
}

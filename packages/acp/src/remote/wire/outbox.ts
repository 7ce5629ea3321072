/** Numbers the frames of one direction from 1 and keeps those that the receiver may not have. Only its functions change it. */
export class Outbox {
  /** The kept frames by their numbers. */
  readonly frames: Map<number, string> = new Map();
  /** The number of the first frame that is still kept; one more than `last` if none is. */
  first = 1;
  /** The number of the last frame that was added; 0 if there was none. */
  last = 0;
  /** The size of the kept frames in UTF-16 units. */
  size = 0;

  /** Adds a frame. */
  add(frame: string): void {
    this.frames.set(++this.last, frame);
    this.size += frame.length;
  }

  /** Drops the frames up to a number, which the receiver has. */
  confirm(number: number): void {
    for (; this.first <= number && this.first <= this.last; this.first += 1) {
      this.size -= this.frames.get(this.first)?.length ?? 0;
      this.frames.delete(this.first);
    }
  }

  /** Returns whether a receiver that has the frames up to `number` can be sent the rest. */
  canContinueAfter(number: number): boolean {
    return Number.isSafeInteger(number) && number >= this.first - 1 && number <= this.last;
  }
}

/** Replaces kept frames; the replacement counts as the frame did. A function of its own, which keeps it out of a page. */
export function replaceKept(outbox: Outbox, replacement: (frame: string) => string | undefined): void {
  for (const [number, frame] of outbox.frames) {
    const other = replacement(frame) ?? frame;
    outbox.frames.set(number, other);
    outbox.size += other.length - frame.length;
  }
}

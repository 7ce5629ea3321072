import { GrowingNumbers } from './growing-numbers.ts';

/** The frames that a filter lets through, in groups of consecutive chunks of one message, tool call or terminal. */
export interface Selection {
  /** What is wrong with the text of the filter; then it has all frames. */
  readonly fault?: string;
  readonly isComplete: boolean;
  /** How many frames, and how many groups. */
  readonly frames: number;
  readonly groups: number;
  /** Returns the frame at an index. */
  frameAt(index: number): number;
  /** Returns the index of the first frame of a group; that after the last group is the number of frames. */
  groupStart(group: number): number;
  /** Returns the size of the frames of a group, in bytes. */
  groupSize(group: number): number;
  /** Returns the group with the last frame that is at most `frame`; -1 if there is none. */
  groupUpTo(frame: number): number;
}

/** A selection that grows with its recording. */
export class GrowingSelection implements Selection {
  readonly #frames = new GrowingNumbers(Uint32Array);
  readonly #starts = new GrowingNumbers(Uint32Array);
  /** The first frame of each group, to find a group by a frame. */
  readonly #firsts = new GrowingNumbers(Uint32Array);
  readonly #sizes = new GrowingNumbers(Float64Array);
  #lastGroup = 0;
  isComplete = false;
  fault?: string;

  /** Adds a frame of so many bytes that belongs to the group with this first frame. */
  add(frame: number, group: number, size: number): void {
    if (group !== this.#lastGroup) {
      this.#starts.push(this.#frames.length);
      this.#firsts.push(frame);
      this.#sizes.push(0);
      this.#lastGroup = group;
    }
    this.#frames.push(frame);
    const last = this.#sizes.length - 1;
    this.#sizes.set(last, this.#sizes.at(last) + size);
  }

  get frames(): number {
    return this.#frames.length;
  }

  get groups(): number {
    return this.#starts.length;
  }

  frameAt(index: number): number {
    return this.#frames.at(index);
  }

  groupStart(group: number): number {
    return group < this.#starts.length ? this.#starts.at(group) : this.#frames.length;
  }

  groupSize(group: number): number {
    return this.#sizes.at(group);
  }

  groupUpTo(frame: number): number {
    return this.#firsts.countUpTo(frame) - 1;
  }
}

import type { SeenFrame } from './verdict.ts';

/** How many frames, and how many characters of them, one connection keeps. A peer that sends more floods. */
export interface EvidenceLimits {
  readonly frames: number;
  readonly characters: number;
}

const defaultLimits: EvidenceLimits = { frames: 50_000, characters: 64 * 1024 * 1024 };

/** The frames of a connection in the order in which they were sent or came, each with its place and its time. */
export class Evidence {
  /** Every frame so far. */
  readonly frames: SeenFrame[] = [];
  readonly #times: number[] = [];
  readonly #places = new Map<SeenFrame, number>();
  readonly #limits: EvidenceLimits;
  readonly #start = performance.now();
  #characters = 0;

  constructor(limits: EvidenceLimits = defaultLimits) {
    this.#limits = limits;
  }

  /** Whether there is no room for more. */
  get isFull(): boolean {
    return this.frames.length >= this.#limits.frames || this.#characters >= this.#limits.characters;
  }

  /** Keeps a frame, whose text has a length. */
  add(frame: SeenFrame, characters: number): void {
    this.#places.set(frame, this.frames.length);
    this.#times.push(performance.now() - this.#start);
    this.frames.push(frame);
    this.#characters += characters;
  }

  /** Returns how many frames there were before one; a frame of another connection counts as the last. */
  placeOf(frame: SeenFrame): number {
    return this.#places.get(frame) ?? this.frames.length;
  }

  /** Returns the frames with their times, in milliseconds since the start of the connection. */
  timed(): TimedFrame[] {
    return this.frames.map((frame, place) => ({ at: this.#times[place] ?? 0, frame }));
  }
}

/** A frame and when it was seen, in milliseconds since the start of its connection. */
export interface TimedFrame {
  readonly at: number;
  readonly frame: SeenFrame;
}

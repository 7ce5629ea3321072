import type { Speed } from '../selection/selection-store.ts';

/** A pause is never played longer than this, in milliseconds. */
const longestPause = 1_000;
/** What a frame without a time takes. */
const untimed = 100;
/** How many times are asked for at once. */
const block = 1_000;
/** At full speed a recording takes about this many steps. */
const fullSteps = 600;

/** Finds out which frame is next while a recording is played. */
export class Player {
  #frame: number;
  /** The time played since the selected frame. */
  #waited = 0;
  /** The times of the frames from `#first` on; null where a frame has none. */
  #times: readonly (number | null)[] = [];
  #first = 1;
  #isAsking = false;
  readonly #speed: Speed;
  readonly #ask: (start: number, end: number) => Promise<readonly (number | null)[]>;

  constructor(speed: Speed, frame: number, ask: (start: number, end: number) => Promise<readonly (number | null)[]>) {
    this.#speed = speed;
    this.#frame = frame;
    this.#ask = ask;
  }

  /** Goes on by some milliseconds, and returns the frame to show of so many. */
  advance(elapsed: number, frames: number): number {
    if (this.#speed === 'max') {
      this.#frame = Math.min(frames, this.#frame + Math.max(1, Math.ceil(frames / fullSteps)));
      return this.#frame;
    }
    this.#waited += elapsed * this.#speed;
    while (this.#frame < frames) {
      const pause = this.#pauseAfter(this.#frame, this.#speed);
      if (pause === undefined || pause > this.#waited) break;
      this.#waited -= pause;
      this.#frame += 1;
    }
    return this.#frame;
  }

  /** The time between a frame and the next; undefined while it is asked for. */
  #pauseAfter(frame: number, speed: number): number | undefined {
    if (frame === 0) return 0;
    const next = this.#times[frame + 1 - this.#first];
    const at = this.#times[frame - this.#first];
    if (at === undefined || next === undefined) {
      this.#load(frame);
      return undefined;
    }
    if (at === null || next === null) return untimed;
    // A pause is shortened as it is seen, whatever the speed.
    return Math.min(Math.max(0, next - at), longestPause * speed);
  }

  #load(frame: number): void {
    if (this.#isAsking) return;
    this.#isAsking = true;
    this.#waited = 0;
    const take = (times: readonly (number | null)[]): void => {
      this.#isAsking = false;
      this.#times = times;
      this.#first = frame;
    };
    this.#ask(frame, frame + block).then(take, () => take([]));
  }
}

import type { SessionSummary } from '../api/overview.ts';

interface Counted {
  readonly id: string;
  frames: number;
  readonly first: number;
  last: number;
}

/** Counts the frames of each session that frames name. */
export class SessionIndex {
  readonly #most: number;
  readonly #sessions = new Map<string, Counted>();
  /** How many frames name sessions beyond the limit. */
  framesLeftOut = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Counts a frame that names a session. */
  add(id: string, frame: number): void {
    const known = this.#sessions.get(id);
    if (known !== undefined) {
      known.frames += 1;
      known.last = frame;
    } else if (this.#sessions.size < this.#most) this.#sessions.set(id, { id, frames: 1, first: frame, last: frame });
    else this.framesLeftOut += 1;
  }

  get size(): number {
    return this.#sessions.size;
  }

  /** Returns the first sessions, with the titles that `titleOf` knows. */
  list(most: number, titleOf: (id: string) => string | undefined): readonly SessionSummary[] {
    const list: SessionSummary[] = [];
    for (const { id, frames, first, last } of this.#sessions.values()) {
      if (list.length >= most) break;
      const title = titleOf(id);
      list.push({ id, ...(title === undefined ? {} : { title: title.slice(0, 200) }), frames, first, last });
    }
    return list;
  }
}

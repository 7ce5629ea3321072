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
  /** The session of the last frame, which is usually that of the next. */
  #last: Counted | undefined;
  /** How many frames name sessions beyond the limit. */
  framesLeftOut = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Counts a frame that names a session. */
  add(id: string, frame: number): void {
    const known = this.#last?.id === id ? this.#last : (this.#sessions.get(id) ?? this.#added(id, frame));
    this.#last = known;
    if (known === undefined) this.framesLeftOut += 1;
    else {
      known.frames += 1;
      known.last = frame;
    }
  }

  #added(id: string, frame: number): Counted | undefined {
    if (this.#sessions.size >= this.#most) return undefined;
    const added = { id, frames: 0, first: frame, last: frame };
    this.#sessions.set(id, added);
    return added;
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

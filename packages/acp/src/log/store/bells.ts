import { Bell } from './follow.ts';

interface FollowedSession {
  readonly bell: Bell;
  followers: number;
}

/** What a store does while at least one session is followed. */
export interface Watch {
  /** Called when the first follower joins. */
  start(): void;
  /** Called when the last follower has left. */
  stop(): void;
}

/** A bell for each session that somebody follows, by its number. */
export class Bells {
  readonly #sessions = new Map<number, FollowedSession>();
  readonly #watch: Watch | undefined;

  constructor(watch?: Watch) {
    this.#watch = watch;
  }

  /** Returns the bell of a session for one more follower; each call needs one of {@link Bells.leave}. */
  join(number: number): Bell {
    const session = this.#sessions.get(number) ?? { bell: new Bell(), followers: 0 };
    session.followers += 1;
    this.#sessions.set(number, session);
    if (this.#sessions.size === 1 && session.followers === 1) this.#watch?.start();
    return session.bell;
  }

  /** Ends the interest of one follower. */
  leave(number: number): void {
    const session = this.#sessions.get(number);
    if (session === undefined) return;
    session.followers -= 1;
    if (session.followers > 0) return;
    this.#sessions.delete(number);
    if (this.#sessions.size === 0) this.#watch?.stop();
  }

  /** Wakes the followers of these sessions. */
  ring(numbers: Iterable<number>): void {
    for (const number of numbers) this.#sessions.get(number)?.bell.ring();
  }

  /** Wakes all followers. */
  ringAll(): void {
    for (const { bell } of this.#sessions.values()) bell.ring();
  }
}

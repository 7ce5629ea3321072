import type { Clock } from '../wire/clock.ts';

/** What is known of a failed attempt or a lost connection. */
export interface Setback {
  /** The value of the header `Retry-After`, if there was one. Its form as a date is not used between programs. */
  readonly retryAfter?: string | undefined;
  /** Whether the server said that it is going away or starts again, so that all of its clients come back at once. */
  readonly isGoingAway?: boolean;
}

/** Decides how long to wait before each attempt to reach a server again, and when to give up. */
export interface Reconnect {
  /** Returns how many attempts have been made since messages last came through. */
  attempts(): number;
  /** Returns the milliseconds to wait before the next attempt; `undefined` if it is time to give up. */
  pauseAfter(setback?: Setback): number | undefined;
  /** The server was reached. Pauses become short again only if it stays reachable, or with the first message. */
  opened(): void;
  /** A message has come through. */
  progressed(): void;
}

const SHORTEST = 250;
const LONGEST = 15_000;
const GOING_AWAY = 3_000;

/** Returns what paces the attempts of something that was not lost yet. */
export function reconnect(
  { clock, random }: { readonly clock: Clock; readonly random: () => number },
  giveUpAfter = 120_000,
): Reconnect {
  let attempts = 0;
  let lostAt: number | undefined;
  let openedAt: number | undefined;
  return {
    attempts: () => attempts,
    pauseAfter({ retryAfter = '', isGoingAway } = {}) {
      const now = clock.now();
      if (openedAt !== undefined && now - openedAt >= LONGEST) attempts = 0;
      openedAt = undefined;
      lostAt ??= now;
      const left = giveUpAfter - (now - lostAt);
      const asked = /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) * 1_000 : 0;
      if (left <= 0 || asked > left) return undefined;
      const most = isGoingAway ? GOING_AWAY : Math.min(LONGEST, SHORTEST * 2 ** attempts);
      attempts += 1;
      // The last attempt is made when the time is over, not after it.
      return Math.min(Math.max(asked, random() * most), left);
    },
    opened() {
      openedAt = clock.now();
      lostAt = undefined;
    },
    progressed() {
      attempts = 0;
    },
  };
}

import type { Clock } from '../wire/clock.ts';

/** What is known of a failed attempt or a lost connection. */
export interface Setback {
  /** The value of the header `Retry-After`, if there was one. */
  readonly retryAfter?: string | undefined;
  /** Whether the server said that it is going away or starts again, so that all of its clients come back at once. */
  readonly isGoingAway?: boolean;
}

const SHORTEST = 250;
const LONGEST = 15_000;
const GOING_AWAY = 3_000;

/** Decides how long to wait before each attempt to reach a server again, and when to give up. */
export class Reconnect {
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #giveUpAfter: number;
  #attempts = 0;
  #lostAt: number | undefined;
  #openedAt: number | undefined;

  constructor(parts: { readonly clock: Clock; readonly random: () => number }, giveUpAfter = 120_000) {
    this.#clock = parts.clock;
    this.#random = parts.random;
    this.#giveUpAfter = giveUpAfter;
  }

  /** How many attempts have been made since messages last came through. */
  get attempts(): number {
    return this.#attempts;
  }

  /** Returns the milliseconds to wait before the next attempt; `undefined` if it is time to give up. */
  pauseAfter(setback: Setback = {}): number | undefined {
    const now = this.#clock.now();
    if (this.#openedAt !== undefined && now - this.#openedAt >= LONGEST) this.progressed();
    this.#openedAt = undefined;
    this.#lostAt ??= now;
    const left = this.#giveUpAfter - (now - this.#lostAt);
    const asked = secondsOf(setback.retryAfter) * 1_000;
    if (left <= 0 || asked > left) return undefined;
    const most = setback.isGoingAway === true ? GOING_AWAY : Math.min(LONGEST, SHORTEST * 2 ** this.#attempts);
    this.#attempts += 1;
    // The last attempt is made when the time is over, not after it.
    return Math.min(Math.max(asked, this.#random() * most), left);
  }

  /** The server was reached. Pauses become short again only if it stays reachable, or with the first message. */
  opened(): void {
    this.#openedAt = this.#clock.now();
    this.#lostAt = undefined;
  }

  /** A message has come through. */
  progressed(): void {
    this.#attempts = 0;
  }
}

/** Returns the seconds of a `Retry-After`; its form as a date is not used between programs. */
function secondsOf(text: string | undefined): number {
  return text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) : 0;
}

import type { Durations } from '../../api/time-view.ts';
import { keepNewest } from './bounded-map.ts';
import { CollectedDurations } from './durations.ts';
import { Longest } from './longest.ts';

/** How many prompts are listed, and how many sessions may wait at once. */
const mostListed = 200;
const mostWaiting = 10_000;

interface Prompt {
  readonly frame: number;
  readonly at: number;
}

/** One prompt with the time that passed until the first word of its answer. */
type FirstWord = { readonly frame: number; readonly elapsed: number };

/** Measures the time from a prompt to the first word of the agent, session by session. */
export class FirstWords {
  readonly #waiting = new Map<string, Prompt>();
  readonly #longest = new Longest<FirstWord>(mostListed);
  readonly #durations = new CollectedDurations();

  /** Takes a prompt. One that has to wait for the turn before it is not measured. */
  prompted(session: string, frame: number, at: number): void {
    if (this.#waiting.has(session)) return;
    this.#waiting.set(session, { frame, at });
    keepNewest(this.#waiting, mostWaiting);
  }

  /** Takes the end of the turn of a prompt. What the agent says later is no answer to it. */
  ended(session: string, frame: number): void {
    if (this.#waiting.get(session)?.frame === frame) this.#waiting.delete(session);
  }

  /** Takes a word of the agent. */
  said(session: string, at: number): void {
    const prompt = this.#waiting.get(session);
    if (prompt === undefined) return;
    this.#waiting.delete(session);
    const elapsed = Math.max(0, at - prompt.at);
    this.#durations.add(elapsed);
    this.#longest.add(elapsed, { frame: prompt.frame, elapsed });
  }

  get list(): readonly FirstWord[] {
    return this.#longest.items.sort((one, other) => one.frame - other.frame);
  }

  get summary(): Durations {
    return this.#durations.summary;
  }
}

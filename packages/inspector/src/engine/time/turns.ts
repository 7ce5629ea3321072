import type { Durations } from '../../api/time-view.ts';
import { keepNewest } from './bounded-map.ts';
import { CollectedDurations } from './durations.ts';

/** What ends a turn: the answer to its prompt, or in November that the agent becomes idle. */
export type TurnEnd = 'answer' | 'idle';

/** How many sessions may have open turns at once, and how many turns each. */
const mostSessions = 10_000;
const mostTurns = 100;

interface OpenTurn {
  readonly frame: number;
  readonly at: number;
  isAccepted: boolean;
}

/** Measures turns from their prompts to their ends, session by session. */
export class Turns {
  readonly #endsBy: TurnEnd;
  readonly #open = new Map<string, OpenTurn[]>();
  readonly #durations = new CollectedDurations();

  constructor(endsBy: TurnEnd) {
    this.#endsBy = endsBy;
  }

  prompted(session: string, frame: number, at: number): void {
    const open = this.#open.get(session) ?? [];
    if (open.length < mostTurns) open.push({ frame, at, isAccepted: false });
    this.#open.set(session, open);
    keepNewest(this.#open, mostSessions);
  }

  /** Takes the answer to a prompt. Returns the prompts whose turns it ends. An error ends a turn in each dialect. */
  answered(session: string, frame: number, at: number, isError: boolean): readonly number[] {
    const turn = this.#open.get(session)?.find((one) => one.frame === frame);
    if (turn === undefined) return [];
    if (this.#endsBy === 'answer' || isError) return this.#end(session, [turn], at);
    turn.isAccepted = true;
    return [];
  }

  /** Takes the word of the agent that it is idle. Returns the prompts whose turns it ends. */
  idle(session: string, at: number): readonly number[] {
    const open = this.#open.get(session);
    if (this.#endsBy === 'answer' || open === undefined) return [];
    const accepted = open.filter(({ isAccepted }) => isAccepted);
    // An agent may answer a prompt after its work.
    return this.#end(session, accepted.length > 0 ? accepted : open.slice(0, 1), at);
  }

  get summary(): Durations {
    return this.#durations.summary;
  }

  #end(session: string, turns: readonly OpenTurn[], at: number): readonly number[] {
    const left = (this.#open.get(session) ?? []).filter((turn) => !turns.includes(turn));
    if (left.length === 0) this.#open.delete(session);
    else this.#open.set(session, left);
    for (const turn of turns) this.#durations.add(Math.max(0, at - turn.at));
    return turns.map(({ frame }) => frame);
  }
}

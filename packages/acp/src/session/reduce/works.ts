import type { WorkError } from '../activity.ts';
import type { Position } from '../event.ts';
import { type SessionState, turnOf, withRare } from '../state.ts';
import { Vector } from '../structures/vector.ts';
import { surplus } from './limit-content.ts';
import { reported } from './report.ts';

/** Returns whether the agent has said that it works, waits, or is in a state that is not known. */
export function isToldBusy({ rare: { told } }: SessionState): boolean {
  return told !== undefined && told.state !== 'idle';
}

/** Starts work on the prompts of these turns. If work goes on, they become part of it. */
export function startWork(state: SessionState, prompts: readonly number[], at: Position): SessionState {
  const { works } = state.rare;
  const last = works.at(works.length - 1);
  if (last !== undefined && last.end === undefined) {
    const joined = { ...last, prompts: [...last.prompts, ...prompts] };
    return withRare(state, { works: works.with(works.length - 1, joined) });
  }
  const start = state.timeline.length;
  const work = { start, end: undefined, prompts, stopReason: undefined, error: undefined };
  return withoutOldWorks(withRare(state, { works: works.with(works.length, work) }), at);
}

/** Adds the prompt of a turn to the latest work, which may have ended. */
export function joinWork(state: SessionState, turn: number): SessionState {
  const { works } = state.rare;
  const last = works.at(works.length - 1);
  if (last === undefined) return state;
  return withRare(state, { works: works.with(works.length - 1, { ...last, prompts: [...last.prompts, turn] }) });
}

/** Ends the work that goes on. */
export function endWork(
  state: SessionState,
  stopReason: string | undefined,
  error: WorkError | undefined,
): SessionState {
  const { works } = state.rare;
  const last = works.at(works.length - 1);
  if (last === undefined || last.end !== undefined) return state;
  const ended = { ...last, end: state.timeline.length, stopReason, error };
  return withRare(state, { works: works.with(works.length - 1, ended) });
}

/** Drops the oldest works above the limit. Works on prompts are dropped about as turns are, which is reported there. */
function withoutOldWorks(state: SessionState, at: Position): SessionState {
  const { works, droppedWorks, told } = state.rare;
  const count = surplus(works.length, state.limits.entries);
  if (count === 0) return state;
  let kept: typeof works = Vector.empty();
  for (const work of works.toArray().slice(count)) kept = kept.with(kept.length, work);
  const next = withRare(state, { works: kept, droppedWorks: droppedWorks + count });
  return told === undefined
    ? next
    : reported(next, 'limit_reached', at, `the oldest ${count} spans of work were dropped`);
}

/** Returns the turn that a change outside of June's turns belongs to: the oldest open one that the agent works on, or -1. */
export function turnOfWork(state: SessionState): number {
  const { running } = state.tracking.cursor.turns;
  if (running === -1) return -1;
  return isToldBusy(state) || turnOf(state, running)?.status === 'inserted' ? running : -1;
}

/** Notes a new tool call of the work that goes on, by what the agent said. */
export function withCallOfWork(state: SessionState, toolCallId: string): SessionState {
  if (!isToldBusy(state)) return state;
  return withRare(state, { calls: state.rare.calls.append(toolCallId) });
}

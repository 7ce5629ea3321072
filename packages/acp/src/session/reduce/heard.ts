import type { Position } from '../event.ts';
import { type SessionState, turnOf, withTracking, withTurn } from '../state.ts';
import { reported } from './report.ts';

/** An update means that the turn is running. After the last turn has ended, it is reported once as `update_after_turn`. */
export function heard(state: SessionState, at: Position): SessionState {
  const { tracking } = state;
  if (tracking.cursor.turns.running !== -1) return markRunning(state);
  if (state.turns.length === 0 || tracking.isLateReported) return state;
  const detail = 'the agent went on after it had answered the prompt';
  return reported(withTracking(state, { ...tracking, isLateReported: true }), 'update_after_turn', at, detail);
}

/** Marks the oldest open turn as running, unless it is one of a November agent, which says so itself. */
export function markRunning(state: SessionState): SessionState {
  const { running } = state.tracking.cursor.turns;
  if (running === -1) return state;
  const turn = turnOf(state, running);
  if (turn?.status !== 'sent' || turn.endsBy === 'work') return state;
  return withTurn(state, running, { ...turn, status: 'running' });
}

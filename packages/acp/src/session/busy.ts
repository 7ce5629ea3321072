import type { SessionState } from './state.ts';

/** Returns whether a turn is open, running or waiting behind another, or the agent says that it works. */
export function isBusy(state: SessionState): boolean {
  return state.tracking.cursor.turns.running !== -1 || state.activity.state !== 'idle';
}

import type { SessionState } from './state.ts';

/** Returns whether a turn is open, running or waiting behind another. */
export function isBusy(state: SessionState): boolean {
  return state.tracking.cursor.turns.running !== -1;
}

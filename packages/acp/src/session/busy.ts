import type { SessionState } from './state.ts';

/** Whether a turn is open: one that runs, or a prompt that waits behind it. */
export function isBusy(state: SessionState): boolean {
  return state.tracking.cursor.turns.running !== -1;
}

import { turnOfAnswer } from '../cursor.ts';
import type { SessionState } from '../state.ts';

/** Returns the ids of the tool calls of an open turn that are not finished. The turn is named by the request of its prompt. */
export function unfinishedCalls(state: SessionState, requestId: number | string): readonly string[] {
  const { calls, cursor } = state.tracking;
  const turn = turnOfAnswer(cursor, requestId);
  // A turn that waits has no calls yet.
  if (turn === undefined || turn !== cursor.turns.running) return [];
  const found: string[] = [];
  for (const index of calls) {
    const call = state.toolCalls.at(index);
    if (call !== undefined && !call.isFinished) found.push(call.toolCallId);
  }
  return found;
}

import { shortLine } from '../terminal/neutral.ts';

/** Returns why a turn ended early, for people. */
export function stopWords(stopReason: string): string {
  if (stopReason === 'cancelled') return '■ Cancelled.';
  if (stopReason === 'refusal') return '■ The agent refused to go on; it forgets this turn.';
  if (stopReason === 'max_tokens') return '■ The agent stopped: the answer reached its greatest length.';
  if (stopReason === 'max_turn_requests') return '■ The agent stopped: the turn took too many steps.';
  return `■ The turn ended with: ${shortLine(stopReason, 100)}`;
}

import type { MessageStatus } from '@assistant-ui/react';
import type { Turn } from '@emend/acp/session';

/** The agent works on the message. */
export const running: MessageStatus = Object.freeze({ type: 'running' });

/** The message waits for an answer of the user. */
export const waiting: MessageStatus = Object.freeze({ type: 'requires-action', reason: 'tool-calls' });

/** The message waits until the user has filled in a form or visited a page. */
export const interrupted: MessageStatus = Object.freeze({ type: 'requires-action', reason: 'interrupt' });

const complete: MessageStatus = Object.freeze({ type: 'complete', reason: 'stop' });

/** A message of which no turn is known, such as one of a loaded history. */
const past: MessageStatus = Object.freeze({ type: 'complete', reason: 'unknown' });

type Incomplete = Extract<MessageStatus, { readonly type: 'incomplete' }>;

const reasons: ReadonlyMap<string, Incomplete['reason']> = new Map([
  ['cancelled', 'cancelled'],
  ['max_tokens', 'length'],
  ['max_turn_requests', 'other'],
  ['refusal', 'content-filter'],
  ['error', 'error'],
]);

/** Returns the status of a message of the agent after the turn that it belongs to, or before its end. */
export function statusAfter(turn: Turn | undefined): MessageStatus {
  if (turn === undefined) return past;
  if (turn.error !== undefined) return { type: 'incomplete', reason: 'error', error: turn.error };
  const reason = reasons.get(turn.isCancelled ? 'cancelled' : (turn.stopReason ?? ''));
  return reason === undefined ? complete : { type: 'incomplete', reason };
}

/** Returns whether two statuses say the same. */
export function isSameStatus(one: MessageStatus, other: MessageStatus): boolean {
  if (one === other) return true;
  if (one.type !== other.type || ('reason' in one && one.reason !== (other as Incomplete).reason)) return false;
  return (one as Incomplete).error === (other as Incomplete).error;
}

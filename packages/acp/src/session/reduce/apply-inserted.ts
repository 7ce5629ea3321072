import { accepted, ended } from '../cursor.ts';
import type { PromptInsertedEvent, PromptRefusedEvent } from '../event.ts';
import { messageKey } from '../message.ts';
import { requestKey } from '../request-key.ts';
import { type SessionState, type Tracking, turnOf, withRare, withTracking, withTurn } from '../state.ts';
import type { SortedMap } from '../structures/sorted-map.ts';
import type { Turn } from '../turn.ts';
import { endInserted } from './apply-activity.ts';
import { isToldBusy, joinWork } from './works.ts';

/** The answer of an agent that was asked to stop before it had inserted a prompt. */
const cancelledCode = -32800;

/** The prompt is in the conversation. If the work it became part of has ended meanwhile, its turn ends at once. */
export function applyInserted(state: SessionState, event: PromptInsertedEvent): SessionState {
  const number = waitingTurn(state, event.requestId);
  const turn = number === undefined ? undefined : turnOf(state, number);
  if (number === undefined || turn === undefined) return state;
  const { completions, sights, inserted, lastIdle } = state.rare;
  const { messageId } = event;
  const insertedAt = (messageId === undefined ? undefined : sights.get(messageId)) ?? completions;
  let next = named(state, number, turn, messageId);
  next = withRare(next, {
    inserted: inserted.with(number, true),
    sights: messageId === undefined ? sights : sights.without(messageId),
  });
  if (insertedAt < completions && lastIdle !== undefined) {
    next = endInserted(joinWork(next, number), number, lastIdle, event.at);
    return withRare(next, { inserted });
  }
  return isToldBusy(state) ? joinWork(next, number) : next;
}

/**
 * Returns the turn that an answer is for: the oldest of its request whose prompt is not inserted yet, or the oldest such turn if the answer
 * names no request. The id of a request that is answered may be used again while its turn goes on.
 */
function waitingTurn(state: SessionState, requestId: PromptInsertedEvent['requestId']): number | undefined {
  const { open, byRequest } = state.tracking.cursor.turns;
  const asked: SortedMap<number, unknown> | undefined =
    requestId === undefined ? open : byRequest.get(requestKey(requestId));
  let number = asked?.firstKey();
  while (number !== undefined && state.rare.inserted.get(number) === true) number = asked?.firstKey(number + 1);
  return number;
}

/** Gives the turn the user message that the agent named. Before, a message may only have looked like its prompt. */
function named(state: SessionState, number: number, turn: Turn, messageId: string | undefined): SessionState {
  const { tracking } = state;
  const start = turn.start ?? state.timeline.length;
  const changed: Turn = { ...turn, status: 'inserted', endsBy: 'work', start };
  if (messageId === undefined) return withTurn(state, number, changed);
  const isRepeated = state.messages.indexOf(messageKey('user', messageId)) !== -1;
  return withTracking(withTurn(state, number, { ...changed, messageId, isRepeated }), {
    ...tracking,
    cursor: accepted(tracking.cursor, number),
    turnOfMessage: withoutMessage(tracking.turnOfMessage, number, turn).with(messageId, number),
  });
}

function withoutMessage(
  turnOfMessage: Tracking['turnOfMessage'],
  number: number,
  { messageId }: Turn,
): Tracking['turnOfMessage'] {
  if (messageId === undefined || turnOfMessage.get(messageId) !== number) return turnOfMessage;
  return turnOfMessage.without(messageId);
}

/** Ends the turn of a prompt that the agent did not insert. */
export function applyRefused(state: SessionState, event: PromptRefusedEvent): SessionState {
  const number = waitingTurn(state, event.requestId);
  const turn = number === undefined ? undefined : turnOf(state, number);
  if (number === undefined || turn === undefined) return state;
  const isCancelled = event.code === cancelledCode;
  const place = state.timeline.length;
  const next = withTurn(state, number, {
    ...turn,
    status: 'ended',
    endsBy: 'work',
    messageId: undefined,
    isRepeated: false,
    isCancelled: turn.isCancelled || isCancelled,
    stopReason: isCancelled ? 'cancelled' : undefined,
    error: isCancelled ? undefined : event.error,
    start: turn.start ?? place,
    end: place,
  });
  const { tracking } = next;
  return withTracking(next, {
    ...tracking,
    cursor: ended(tracking.cursor, number),
    turnOfMessage: withoutMessage(tracking.turnOfMessage, number, turn),
  });
}

import { idle, type WorkError } from '../activity.ts';
import { accepted, ended, prompted, turnOfAnswer } from '../cursor.ts';
import type { Position, PromptEvent, TurnEndEvent } from '../event.ts';
import { messageKey } from '../message.ts';
import { noRareParts } from '../rare-parts.ts';
import {
  nothingTracked,
  type SessionState,
  type Tracking,
  turnOf,
  withParts,
  withRare,
  withTracking,
  withTurn,
} from '../state.ts';
import { Vector } from '../structures/vector.ts';
import type { Turn } from '../turn.ts';
import { permissionsAfterCancel } from './apply-permission.ts';
import { surplus } from './limit-content.ts';
import { quoted, reported } from './report.ts';
import { endWork, isToldBusy, startWork } from './works.ts';

/**
 * Opens a turn. If another turn is running, the new one waits; otherwise it finishes the current messages. A November agent says itself
 * when it starts to work on the prompt.
 */
export function applyPrompt(state: SessionState, event: PromptEvent): SessionState {
  const { tracking } = state;
  const isAlone = tracking.cursor.turns.running === -1;
  const endsBy = event.dialect === 'november' ? 'work' : 'answer';
  const repeated = repeatedBy(state, event);
  const isHeld = endsBy === 'work' && (!isAlone || isToldBusy(state));
  const turn: Turn = {
    prompt: event.prompt,
    requestId: event.requestId,
    status: isHeld ? 'held' : repeated === undefined ? 'sent' : 'running',
    endsBy,
    messageId: repeated,
    isRepeated: repeated !== undefined,
    isCancelled: false,
    stopReason: undefined,
    error: undefined,
    start: isAlone && !isHeld ? state.timeline.length : undefined,
    end: undefined,
  };
  const number = state.dropped.turns + state.turns.length;
  const cursor = prompted(tracking.cursor, number, event.requestId);
  // A turn that runs already may have tool calls.
  const startsAnew = isAlone && repeated === undefined;
  const next = withParts(state, {
    turns: state.turns.with(state.turns.length, turn),
    tracking: {
      ...(startsAnew ? { ...tracking, calls: nothingTracked.calls, unfinished: nothingTracked.unfinished } : tracking),
      cursor: repeated === undefined ? cursor : accepted(cursor, number),
      turnOfMessage: repeated === undefined ? tracking.turnOfMessage : tracking.turnOfMessage.with(repeated, number),
      isLateReported: false,
    },
  });
  return withoutOldTurns(started(next, number, isAlone, event), event.at);
}

/** Returns the user message that repeats the prompt of a turn which runs already; a November agent names it in its answer. */
function repeatedBy(state: SessionState, { messageId, dialect }: PromptEvent): string | undefined {
  if (messageId === undefined || dialect === 'november') return undefined;
  return state.messages.indexOf(messageKey('user', messageId)) === -1 ? undefined : messageId;
}

function started(state: SessionState, number: number, isAlone: boolean, { dialect, at }: PromptEvent): SessionState {
  if (dialect !== 'november') return isAlone ? startWork(state, [number], at) : state;
  // What was seen before a prompt was sent does not repeat it.
  return isAlone && !state.rare.sights.isEmpty ? withRare(state, { sights: noRareParts.sights }) : state;
}

/** Drops the oldest ended turns above the limit. The other turns keep their numbers. */
function withoutOldTurns(state: SessionState, at: Position): SessionState {
  const { tracking, dropped } = state;
  const { running } = tracking.cursor.turns;
  const over = running === -1 ? state.turns.length : running - dropped.turns;
  const count = Math.min(surplus(state.turns.length, state.limits.entries), over);
  if (count === 0) return state;
  const turns = state.turns.toArray();
  let kept: SessionState['turns'] = Vector.empty();
  for (const turn of turns.slice(count)) kept = kept.with(kept.length, turn);
  const turnOfMessage = withoutTurns(tracking.turnOfMessage, turns.slice(0, count), dropped.turns);
  const next = withParts(state, {
    turns: kept,
    dropped: { ...dropped, turns: dropped.turns + count },
    tracking: { ...tracking, turnOfMessage },
  });
  return reported(next, 'limit_reached', at, `the oldest ${count} turns were dropped`);
}

function withoutTurns(
  turnOfMessage: Tracking['turnOfMessage'],
  turns: readonly Turn[],
  first: number,
): Tracking['turnOfMessage'] {
  let kept = turnOfMessage;
  for (const [index, { messageId }] of turns.entries()) {
    if (messageId !== undefined && kept.get(messageId) === first + index) kept = kept.without(messageId);
  }
  return kept;
}

/** Ends the turn of a prompt; a turn from before a load ends in the state to which a failed load returns. */
export function applyTurnEnd(state: SessionState, event: TurnEndEvent): SessionState {
  const next = endTurn(state, event);
  if (next !== state || state.beforeLoad === undefined) return next;
  const beforeLoad = endTurn(state.beforeLoad, event);
  return beforeLoad === state.beforeLoad ? state : withRare(state, { beforeLoad });
}

/** Ends a turn. Tool calls that are still open are reported, or marked as cancelled if the turn was. */
function endTurn(state: SessionState, event: TurnEndEvent): SessionState {
  const { tracking } = state;
  const index = turnOfAnswer(tracking.cursor, event.requestId);
  const turn = index === undefined ? undefined : turnOf(state, index);
  if (index === undefined || turn === undefined) return state;
  const isCancelled = turn.isCancelled || event.stopReason === 'cancelled';
  const answered: Turn = {
    ...turn,
    status: 'ended',
    isCancelled,
    stopReason: event.stopReason,
    error: event.error,
    start: turn.start ?? state.timeline.length,
    end: state.timeline.length,
  };
  let next = withTurn(state, index, answered);
  if (turn.endsBy === 'work') next = withRare(next, { inserted: next.rare.inserted.without(index) });
  const cursor = ended(tracking.cursor, index);
  // A turn that only waited has written nothing: what is current belongs to the one that runs.
  if (index !== tracking.cursor.turns.running) return withTracking(next, { ...tracking, cursor });
  const settled = isCancelled ? cancelCalls(next) : reportOpenCalls(next, event.at);
  const { cancelledBefore, turnOfMessage } = tracking;
  return withTracking(startNext(endJuneWork(settled, answered), cursor.turns.running, event.at), {
    ...nothingTracked,
    cursor,
    cancelledBefore,
    turnOfMessage,
  });
}

/** Ends the work on a turn, unless the agent said that it works on. */
function endJuneWork(state: SessionState, { endsBy, stopReason, error }: Turn): SessionState {
  if (endsBy === 'work' || isToldBusy(state)) return state;
  if (error === undefined) return toldIdle(endWork(state, stopReason, undefined), stopReason, undefined);
  const failure = { message: error };
  return toldIdle(endWork(state, 'error', failure), 'error', failure);
}

/** The end of a turn is news for one who was told that the agent is idle, and why. */
function toldIdle(state: SessionState, stopReason: string | undefined, error: WorkError | undefined): SessionState {
  const { told } = state.rare;
  if (told === undefined) return state;
  const { background } = told;
  return withRare(state, {
    told: {
      ...idle,
      ...(stopReason === undefined ? {} : { stopReason }),
      ...(error === undefined ? {} : { error }),
      ...(background === undefined ? {} : { background }),
    },
  });
}

/** Starts the next waiting turn where the one before it ended. */
function startNext(state: SessionState, index: number, at: Position): SessionState {
  const turn = index === -1 ? undefined : turnOf(state, index);
  if (turn === undefined || turn.endsBy === 'work') return state;
  return startWork(withTurn(state, index, { ...turn, start: state.timeline.length }), [index], at);
}

/** Marks unfinished tool calls and open turns as cancelled, and closes open permission requests. */
export function applyCancel(state: SessionState): SessionState {
  const { cursor, cancelledBefore, unfinished } = state.tracking;
  const permissions = permissionsAfterCancel(state);
  const { open } = cursor.turns;
  // Before its first prompt a June session counts as one turn; a November agent says when it works.
  const isInTurns = state.turns.length > 0 || state.rare.isNovember;
  if (open.isEmpty && isInTurns && !isToldBusy(state)) return state;
  const first = open.firstKey(cancelledBefore);
  if (first === undefined && unfinished.isEmpty && permissions === state.tracking.permissions) return state;
  let next = cancelCalls(state);
  for (let index = first; index !== undefined; index = open.firstKey(index + 1)) {
    const turn = turnOf(next, index);
    if (turn !== undefined) next = withTurn(next, index, { ...turn, isCancelled: true });
  }
  return withTracking(next, {
    ...state.tracking,
    cancelledBefore: state.dropped.turns + state.turns.length,
    permissions,
    unfinished: nothingTracked.unfinished,
  });
}

/** Marks the unfinished tool calls of the running turn as cancelled. */
function cancelCalls(state: SessionState): SessionState {
  let { toolCalls } = state;
  for (const [index] of state.tracking.unfinished) {
    const call = toolCalls.at(index);
    if (call !== undefined) toolCalls = toolCalls.with(index, { ...call, isCancelled: true });
  }
  return toolCalls === state.toolCalls ? state : withParts(state, { toolCalls });
}

function reportOpenCalls(state: SessionState, at: Position): SessionState {
  let next = state;
  for (const index of state.tracking.calls) {
    const call = state.toolCalls.at(index);
    if (call === undefined || call.isFinished) continue;
    const detail = `${quoted(call.toolCallId)} is ${call.status ?? 'pending'} at the end of the turn`;
    next = reported(next, 'tool_call_left_open', at, detail);
  }
  return next;
}

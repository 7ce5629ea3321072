import { ended, prompted, turnOfAnswer } from '../cursor.ts';
import type { PermissionAnswerEvent, PermissionOpenEvent, Position, PromptEvent, TurnEndEvent } from '../event.ts';
import { OpenPermissions } from '../open-permissions.ts';
import {
  nothingTracked,
  type SessionState,
  type Tracking,
  turnOf,
  withParts,
  withTracking,
  withTurn,
} from '../state.ts';
import { Vector } from '../structures/vector.ts';
import { isFinal } from '../tool-call.ts';
import type { Turn } from '../turn.ts';
import { applyToolCall } from './apply-tool-call.ts';
import { surplus } from './limit-content.ts';
import { quoted, reported } from './report.ts';

/** Opens a turn. If another turn is running, the new one waits; otherwise it finishes the current messages. */
export function applyPrompt(state: SessionState, event: PromptEvent): SessionState {
  const { tracking } = state;
  const isAlone = tracking.cursor.turns.running === -1;
  const turn: Turn = {
    prompt: event.prompt,
    requestId: event.requestId,
    status: 'sent',
    messageId: undefined,
    isCancelled: false,
    stopReason: undefined,
    error: undefined,
    start: isAlone ? state.timeline.length : undefined,
    end: undefined,
  };
  const number = state.dropped.turns + state.turns.length;
  const next = withParts(state, {
    turns: state.turns.with(state.turns.length, turn),
    tracking: {
      ...(isAlone ? { ...tracking, calls: nothingTracked.calls, unfinished: nothingTracked.unfinished } : tracking),
      cursor: prompted(tracking.cursor, number, event.requestId),
      isLateReported: false,
    },
  });
  return withoutOldTurns(next, event.at);
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

/** An update means that the turn is running. After the last turn has ended, it is reported once as `update_after_turn`. */
export function heard(state: SessionState, at: Position): SessionState {
  const { tracking } = state;
  if (tracking.cursor.turns.running !== -1) return markRunning(state);
  if (state.turns.length === 0 || tracking.isLateReported) return state;
  const detail = 'the agent went on after it had answered the prompt';
  return reported(withTracking(state, { ...tracking, isLateReported: true }), 'update_after_turn', at, detail);
}

/** Marks the oldest open turn as running. */
function markRunning(state: SessionState): SessionState {
  const { running } = state.tracking.cursor.turns;
  if (running === -1) return state;
  const turn = turnOf(state, running);
  if (turn?.status !== 'sent') return state;
  return withTurn(state, running, { ...turn, status: 'running' });
}

/** Ends the turn of a prompt; a turn from before a load ends in the state to which a failed load returns. */
export function applyTurnEnd(state: SessionState, event: TurnEndEvent): SessionState {
  const next = endTurn(state, event);
  if (next !== state || state.beforeLoad === undefined) return next;
  const beforeLoad = endTurn(state.beforeLoad, event);
  return beforeLoad === state.beforeLoad ? state : withParts(state, { beforeLoad });
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
  const next = withTurn(state, index, answered);
  const cursor = ended(tracking.cursor, index);
  // A turn that only waited has written nothing: what is current belongs to the one that runs.
  if (index !== tracking.cursor.turns.running) return withTracking(next, { ...tracking, cursor });
  const settled = isCancelled ? cancelCalls(next) : reportOpenCalls(next, event.at);
  const { cancelledBefore, turnOfMessage } = tracking;
  return withTracking(startNext(settled, cursor.turns.running), {
    ...nothingTracked,
    cursor,
    cancelledBefore,
    turnOfMessage,
  });
}

/** Starts the next waiting turn where the one before it ended. */
function startNext(state: SessionState, index: number): SessionState {
  const turn = index === -1 ? undefined : turnOf(state, index);
  if (turn === undefined) return state;
  return withTurn(state, index, { ...turn, start: state.timeline.length });
}

/** Marks unfinished tool calls and open turns as cancelled, and closes open permission requests. */
export function applyCancel(state: SessionState): SessionState {
  const { cursor, cancelledBefore, permissions, unfinished } = state.tracking;
  const { open } = cursor.turns;
  if (open.isEmpty && state.turns.length > 0) return state;
  const first = open.firstKey(cancelledBefore);
  if (first === undefined && unfinished.isEmpty && permissions === OpenPermissions.none) return state;
  let next = cancelCalls(state);
  for (let index = first; index !== undefined; index = open.firstKey(index + 1)) {
    const turn = turnOf(next, index);
    if (turn !== undefined) next = withTurn(next, index, { ...turn, isCancelled: true });
  }
  return withTracking(next, {
    ...state.tracking,
    cancelledBefore: state.dropped.turns + state.turns.length,
    permissions: OpenPermissions.none,
    unfinished: nothingTracked.unfinished,
  });
}

/** Opens a permission request, and patches its tool call as an update does. */
export function applyPermission(state: SessionState, event: PermissionOpenEvent): SessionState {
  const { toolCallId } = event.toolCall;
  const isAnnounced = state.toolCalls.indexOf(toolCallId) !== -1;
  let next = applyToolCall(markRunning(state), event.toolCall, event.at);
  if (!isAnnounced) {
    const detail = `permission is asked for ${quoted(toolCallId)}, which had not been reported`;
    next = reported(next, 'permission_unannounced', event.at, detail);
  }
  const permissions = next.tracking.permissions.with({
    requestId: event.requestId,
    toolCallId,
    options: event.options,
  });
  return withTracking(next, { ...next.tracking, permissions });
}

/** Closes a permission request. */
export function applyAnswer(state: SessionState, event: PermissionAnswerEvent): SessionState {
  const { tracking } = state;
  const permissions = tracking.permissions.without(event.requestId);
  return permissions === tracking.permissions ? state : withTracking(state, { ...tracking, permissions });
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
    if (call === undefined || isFinal(call.status)) continue;
    const detail = `${quoted(call.toolCallId)} is ${call.status ?? 'pending'} at the end of the turn`;
    next = reported(next, 'tool_call_left_open', at, detail);
  }
  return next;
}

import { applyToolCall } from './apply-tool-call.ts';
import type { PermissionAnswerEvent, PermissionOpenEvent, PromptEvent, TurnEndEvent } from './event.ts';
import { surplus } from './limit-content.ts';
import { quoted, reported } from './report.ts';
import { Sequence } from './sequence.ts';
import { nothingTracked, type SessionState, turnOf, withTracking, withTurn } from './state.ts';
import { isFinal } from './tool-call.ts';
import type { Turn } from './turn.ts';
import { Vector } from './vector.ts';

/** A prompt opens a turn, and finishes what was current before it unless a turn runs: then the prompt waits (SE36). */
export function applyPrompt(state: SessionState, event: PromptEvent): SessionState {
  const { tracking } = state;
  const isAlone = tracking.openTurns.length === 0;
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
  const next: SessionState = {
    ...state,
    turns: state.turns.with(state.turns.length, turn),
    tracking: {
      agentMessage: isAlone ? -1 : tracking.agentMessage,
      thought: isAlone ? -1 : tracking.thought,
      openTurns: [...tracking.openTurns, number],
      calls: isAlone ? Sequence.empty() : tracking.calls,
      isLateReported: false,
    },
  };
  return withoutOldTurns(next, event.at);
}

/** Forgets the oldest turns over the limit, as far as they have ended; what numbers them stays as it is. */
function withoutOldTurns(state: SessionState, at: number | undefined): SessionState {
  const most = surplus(state.turns.length, state.limits.entries);
  if (most === 0) return state;
  const turns = state.turns.toArray();
  const firstOpen = turns.findIndex(({ status }) => status !== 'ended');
  const count = Math.min(most, firstOpen === -1 ? turns.length : firstOpen);
  if (count === 0) return state;
  let kept: SessionState['turns'] = Vector.empty();
  for (const turn of turns.slice(count)) kept = kept.with(kept.length, turn);
  const next = { ...state, turns: kept, dropped: { ...state.dropped, turns: state.dropped.turns + count } };
  return reported(next, 'limit_reached', at, `the oldest ${count} turns were dropped`);
}

/** The turn that runs, which is the oldest open one, has been heard of. */
export function markRunning(state: SessionState): SessionState {
  const index = state.tracking.openTurns[0];
  const turn = index === undefined ? undefined : turnOf(state, index);
  if (index === undefined || turn?.status !== 'sent') return state;
  return withTurn(state, index, { ...turn, status: 'running' });
}

/** The answer to a prompt ends its turn; one from before a load, in the state to which a failed load returns (SE44). */
export function applyTurnEnd(state: SessionState, event: TurnEndEvent): SessionState {
  const next = endTurn(state, event);
  if (next !== state || state.beforeLoad === undefined) return next;
  const beforeLoad = endTurn(state.beforeLoad, event);
  return beforeLoad === state.beforeLoad ? state : { ...state, beforeLoad };
}

/** Ends a turn; a tool call left open is reported, or cancelled with a cancelled turn. */
function endTurn(state: SessionState, event: TurnEndEvent): SessionState {
  const { tracking } = state;
  const index = tracking.openTurns.find(
    (open) => event.requestId === undefined || turnOf(state, open)?.requestId === event.requestId,
  );
  const turn = index === undefined ? undefined : turnOf(state, index);
  if (index === undefined || turn === undefined) return state;
  const isCancelled = turn.isCancelled || event.stopReason === 'cancelled';
  let next = isCancelled ? cancelCalls(state, index) : reportOpenCalls(state, index, event.at);
  const ended: Turn = {
    ...turn,
    status: 'ended',
    isCancelled,
    stopReason: event.stopReason,
    error: event.error,
    start: turn.start ?? state.timeline.length,
    end: state.timeline.length,
  };
  next = withTurn(next, index, ended);
  const openTurns = tracking.openTurns.filter((open) => open !== index);
  // A turn that only waited has written nothing: what is current belongs to the one that runs.
  if (index !== tracking.openTurns[0]) return withTracking(next, { ...tracking, openTurns });
  return {
    ...startNext(next, openTurns[0]),
    permissions: next.permissions.length === 0 ? next.permissions : [],
    tracking: { ...nothingTracked, openTurns },
  };
}

/** The next turn in line starts where the one before it ended. */
function startNext(state: SessionState, index: number | undefined): SessionState {
  const turn = index === undefined ? undefined : turnOf(state, index);
  if (index === undefined || turn === undefined) return state;
  return withTurn(state, index, { ...turn, start: state.timeline.length });
}

/** A cancel shows unfinished tool calls as cancelled at once and closes open questions (C20, C21). */
export function applyCancel(state: SessionState): SessionState {
  const { openTurns } = state.tracking;
  if (openTurns.length === 0 && state.turns.length > 0) return state;
  let next = cancelCalls(state, undefined);
  for (const index of openTurns) {
    const turn = turnOf(next, index);
    if (turn === undefined || turn.isCancelled) continue;
    next = withTurn(next, index, { ...turn, isCancelled: true });
  }
  return next.permissions.length === 0 ? next : { ...next, permissions: [] };
}

/** A question carries the tool call it is about, as an update would. */
export function applyPermission(state: SessionState, event: PermissionOpenEvent): SessionState {
  const { toolCallId } = event.toolCall;
  const isAnnounced = state.toolCalls.indexOf(toolCallId) !== -1;
  let next = applyToolCall(markRunning(state), event.toolCall, event.at);
  if (!isAnnounced) {
    const detail = `permission is asked for ${quoted(toolCallId)}, which had not been reported`;
    next = reported(next, 'permission_unannounced', event.at, detail);
  }
  const others = next.permissions.filter((open) => open.requestId !== event.requestId);
  return {
    ...next,
    permissions: [...others, { requestId: event.requestId, toolCallId, options: event.options }],
  };
}

/** An answer closes its question. */
export function applyAnswer(state: SessionState, event: PermissionAnswerEvent): SessionState {
  const permissions = state.permissions.filter((open) => open.requestId !== event.requestId);
  return permissions.length === state.permissions.length ? state : { ...state, permissions };
}

function cancelCalls(state: SessionState, turn: number | undefined): SessionState {
  let { toolCalls } = state;
  for (const index of state.tracking.calls) {
    const call = toolCalls.at(index);
    if (call === undefined || call.isCancelled || isFinal(call.status)) continue;
    if (turn === undefined || call.turn === turn) toolCalls = toolCalls.with(index, { ...call, isCancelled: true });
  }
  return toolCalls === state.toolCalls ? state : { ...state, toolCalls };
}

function reportOpenCalls(state: SessionState, turn: number, at: number | undefined): SessionState {
  let next = state;
  for (const index of state.tracking.calls) {
    const call = state.toolCalls.at(index);
    if (call === undefined || call.turn !== turn || isFinal(call.status)) continue;
    const detail = `${quoted(call.toolCallId)} is ${call.status ?? 'pending'} at the end of the turn`;
    next = reported(next, 'tool_call_left_open', at, detail);
  }
  return next;
}

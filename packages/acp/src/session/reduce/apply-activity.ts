import { isBackgroundWork } from '../../protocol/november/generated/state.ts';
import { isListOf } from '../../protocol/reading/guard.ts';
import { type Activity, idle } from '../activity.ts';
import { ended } from '../cursor.ts';
import type { ActivityEvent, Position } from '../event.ts';
import { type SessionState, turnOf, withParts, withRare, withTracking, withTurn } from '../state.ts';
import { isSameJson } from '../structures/same-json.ts';
import { Sequence } from '../structures/sequence.ts';
import { SortedMap } from '../structures/sorted-map.ts';
import { quoted, reported } from './report.ts';
import { endWork, startWork } from './works.ts';

const known: ReadonlySet<string> = new Set(['idle', 'running', 'requires_action']);

/** What a report of the agent says about its state. */
type Told = Pick<ActivityEvent, 'state' | 'stopReason' | 'error' | 'background'>;

/**
 * Takes in what the agent says it is doing. The step into idle ends the work and the turns that it was about. An idle after an idle is a
 * snapshot, unless an agent that never says when it starts ends a prompt in this way.
 */
export function applyActivity(state: SessionState, told: Told, at: Position): SessionState {
  const before = state.rare.told ?? idle;
  const activity = activityAfter(before, told);
  const next = reportBackground(withTold(state, activity), activity, at);
  if (activity.state !== 'idle') {
    return before.state === 'idle' ? startToldWork(next, at) : next;
  }
  if (before.state !== 'idle') return complete(next, activity, at);
  const { inserted, listsBackground } = next.rare;
  if (!isPresent(told.stopReason) || listsBackground || inserted.isEmpty) return next;
  const detail = 'the agent ended work without having said that it works';
  return complete(reported(startToldWork(next, at), 'state_unreported', at, detail), activity, at);
}

function isPresent<T>(value: T | null | undefined): value is T {
  return value !== undefined && value !== null;
}

function activityAfter(before: Activity, { state, stopReason, error, background }: Told): Activity {
  const isIdle = state === 'idle';
  const base = {
    state,
    isKnown: known.has(state),
    // An unknown state may have anything in this place.
    ...(isPresent(background) && isListOf(background, isBackgroundWork) ? { background } : {}),
  };
  if (!isIdle) return base;
  if (isPresent(stopReason)) {
    return { ...base, stopReason, ...(stopReason === 'error' && isPresent(error) ? { error } : {}) };
  }
  // An idle after an idle without a reason keeps the one told before (Z14).
  if (before.state !== 'idle' || before.stopReason === undefined) return base;
  return { ...base, stopReason: before.stopReason, ...(before.error === undefined ? {} : { error: before.error }) };
}

function withTold(state: SessionState, activity: Activity): SessionState {
  const { told, listsBackground } = state.rare;
  const lists = listsBackground || activity.background !== undefined;
  if (isSameJson(told, activity) && lists === listsBackground) return state;
  return withRare(state, { told: activity, listsBackground: lists });
}

/** Reports work in the background that names a terminal or a tool call nobody has heard of. */
function reportBackground(state: SessionState, { background }: Activity, at: Position): SessionState {
  let next = state;
  for (const item of background ?? []) {
    const { type, terminalId, toolCallId } = item as { type: string; terminalId?: string; toolCallId?: string };
    const isMissing =
      type === 'terminal'
        ? state.terminals.get(terminalId ?? '') === undefined
        : type === 'tool_call' && state.toolCalls.get(toolCallId ?? '') === undefined;
    if (!isMissing) continue;
    const detail = `the work in the background names ${quoted(terminalId ?? toolCallId ?? '')}, which was never reported`;
    next = reported(next, 'background_without_entity', at, detail);
  }
  return next;
}

/** Starts work on all prompts that are inserted and not ended. */
function startToldWork(state: SessionState, at: Position): SessionState {
  const prompts = Array.from(state.rare.inserted, ([number]) => number);
  return startWork(withRare(state, { calls: Sequence.empty() }), prompts, at);
}

/** Ends the work, and the turns of all prompts that are inserted. */
function complete(state: SessionState, activity: Activity, at: Position): SessionState {
  const { rare } = state;
  let next = activity.stopReason === 'cancelled' ? cancelCalls(state, activity) : state;
  for (const [number] of rare.inserted) next = endInserted(next, number, activity, at);
  next = withRare(next, {
    completions: rare.completions + 1,
    lastIdle: activity,
    inserted: SortedMap.empty(),
    calls: Sequence.empty(),
  });
  // A turn that ends by its answer goes on.
  const { running } = next.tracking.cursor.turns;
  if (running !== -1 && turnOf(next, running)?.endsBy === 'answer') return next;
  return endWork(next, activity.stopReason, activity.error);
}

/** Ends the turn of a prompt that is inserted, with what the agent said when it became idle. */
export function endInserted(state: SessionState, number: number, activity: Activity, at: Position): SessionState {
  const turn = turnOf(state, number);
  if (turn === undefined) return state;
  const { stopReason, error } = activity;
  const isFailed = stopReason === 'error';
  const next = withTurn(state, number, {
    ...turn,
    status: 'ended',
    isCancelled: turn.isCancelled || stopReason === 'cancelled',
    stopReason,
    error: isFailed ? (error?.message ?? 'The agent reported a failure without details.') : undefined,
    end: state.timeline.length,
  });
  const { tracking } = next;
  const done = withTracking(next, { ...tracking, cursor: ended(tracking.cursor, number) });
  if (turn.messageId === undefined || turn.isRepeated) return done;
  const detail = `the prompt was inserted as ${quoted(turn.messageId)}, which was never received`;
  return reported(done, 'prompt_unknown_id', at, detail);
}

/** Marks the tool calls of the work that are neither finished nor in the background as cancelled. */
function cancelCalls(state: SessionState, { background }: Activity): SessionState {
  const goingOn = new Set((background ?? []).map((item) => (item as { toolCallId?: unknown }).toolCallId));
  let { toolCalls } = state;
  for (const toolCallId of state.rare.calls) {
    const index = toolCalls.indexOf(toolCallId);
    const call = toolCalls.at(index);
    if (call === undefined || call.isFinished || call.isCancelled || goingOn.has(toolCallId)) continue;
    toolCalls = toolCalls.with(index, { ...call, isCancelled: true });
  }
  return toolCalls === state.toolCalls ? state : withParts(state, { toolCalls });
}

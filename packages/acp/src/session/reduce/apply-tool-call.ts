import type { ToolCallContentChunk, ToolCallUpdate } from '../../protocol/june/generated/tool-call.ts';
import type { Position } from '../event.ts';
import { type Draft, draftOf, type SessionState } from '../state.ts';
import { isSameJson } from '../structures/same-json.ts';
import { Sequence } from '../structures/sequence.ts';
import type { Table } from '../structures/table.ts';
import { isFinal, type ToolCall } from '../tool-call.ts';
import { withEntry } from './add-entry.ts';
import { reportTrimmed, trimmed } from './limit-content.ts';
import { patchedRaw, reportRaw } from './limit-raw.ts';
import { patched, patchedList } from './patch.ts';
import { quoted, reported } from './report.ts';
import { reportAll, reportItem } from './unknown-tag.ts';

const none: readonly never[] = Object.freeze([]);

/** Returns the index of a tool call, or -1. The one written last is compared first. */
function indexOfCall(calls: Table<ToolCall>, toolCallId: string): number {
  return calls.at(calls.writtenLast)?.toolCallId === toolCallId ? calls.writtenLast : calls.indexOf(toolCallId);
}

function newToolCall(toolCallId: string): ToolCall {
  return {
    toolCallId,
    title: undefined,
    kind: undefined,
    status: undefined,
    content: Sequence.empty(),
    locations: none,
    rawInput: undefined,
    rawOutput: undefined,
    _meta: undefined,
    isCancelled: false,
    turn: -1,
    droppedItems: 0,
    droppedRawInput: undefined,
    droppedRawOutput: undefined,
  };
}

/** Returns a copy that may be changed before it is passed on. */
function draftOfCall(call: ToolCall): Draft<ToolCall> {
  return {
    toolCallId: call.toolCallId,
    title: call.title,
    kind: call.kind,
    status: call.status,
    content: call.content,
    locations: call.locations,
    rawInput: call.rawInput,
    rawOutput: call.rawOutput,
    _meta: call._meta,
    isCancelled: call.isCancelled,
    turn: call.turn,
    droppedItems: call.droppedItems,
    droppedRawInput: call.droppedRawInput,
    droppedRawOutput: call.droppedRawOutput,
  };
}

/** Creates or patches a tool call: an omitted field stays, null clears it, a value replaces it. */
export function applyToolCall(state: SessionState, update: ToolCallUpdate, at: Position): SessionState {
  const index = indexOfCall(state.toolCalls, update.toolCallId);
  const current = state.toolCalls.at(index);
  const base = current ?? newToolCall(update.toolCallId);
  const status = patched(base.status, update.status);
  const limit = state.limits.rawLength;
  const rawInput = patchedRaw(base.rawInput, base.droppedRawInput, update.rawInput, limit);
  const rawOutput = patchedRaw(base.rawOutput, base.droppedRawOutput, update.rawOutput, limit);
  const patchedCall: ToolCall = {
    toolCallId: base.toolCallId,
    title: patched(base.title, update.title),
    kind: patched(base.kind, update.kind),
    status,
    content: patchedList(base.content, update.content),
    locations: patchedLocations(base.locations, update.locations),
    rawInput: rawInput.value,
    rawOutput: rawOutput.value,
    // The RFD lists `_meta` for messages only; it is a replace-patch here as well (T8).
    _meta: patched(base._meta, update._meta),
    isCancelled: base.isCancelled && !isFinal(status),
    turn: base.turn,
    droppedItems: base.droppedItems,
    droppedRawInput: rawInput.dropped,
    droppedRawOutput: rawOutput.dropped,
  };
  let next = state;
  if (current === undefined || hasChanged(current, patchedCall)) next = writeCall(state, index, patchedCall, at);
  next = reportRaw(next, update.toolCallId, Number(rawInput.isNewlyDropped) + Number(rawOutput.isNewlyDropped), at);
  if (isFinal(current?.status) && !isFinal(status)) {
    next = reported(next, 'status_reopened', at, `${quoted(update.toolCallId)} went back from ${current?.status}`);
  }
  return reportAll(next, update.content, reportItem, at);
}

/** Appends one item to the content of a tool call. */
export function applyToolCallChunk(state: SessionState, chunk: ToolCallContentChunk, at: Position): SessionState {
  const index = indexOfCall(state.toolCalls, chunk.toolCallId);
  const next = draftOfCall(state.toolCalls.at(index) ?? newToolCall(chunk.toolCallId));
  next.content = next.content.append(chunk.content);
  return reportItem(writeCall(state, index, next, at), chunk.content, at);
}

function patchedLocations(
  current: ToolCall['locations'],
  next: ToolCall['locations'] | null | undefined,
): ToolCall['locations'] {
  if (next === undefined) return current;
  if (next === null || next.length === 0) return none;
  return isSameJson(current, next) ? current : next;
}

function hasChanged(current: ToolCall, next: ToolCall): boolean {
  return (
    current.title !== next.title ||
    current.kind !== next.kind ||
    current.status !== next.status ||
    current.content !== next.content ||
    current.locations !== next.locations ||
    current.rawInput !== next.rawInput ||
    current.rawOutput !== next.rawOutput ||
    current.droppedRawInput !== next.droppedRawInput ||
    current.droppedRawOutput !== next.droppedRawOutput ||
    current._meta !== next._meta ||
    current.isCancelled !== next.isCancelled
  );
}

function writeCall(state: SessionState, index: number, call: ToolCall, at: Position): SessionState {
  const { tracking, limits } = state;
  const kept = trimmed(call.content, limits.items);
  const place = index === -1 ? state.toolCalls.length : index;
  const written = draftOfCall(call);
  written.content = kept.content;
  written.droppedItems += kept.dropped;
  written.turn = tracking.cursor.turns.running;
  const toolCalls = index === -1 ? state.toolCalls.add(call.toolCallId, written) : state.toolCalls.with(index, written);
  const isKnown = isTracked(state, index, call);
  const calls = isKnown ? tracking.calls : tracking.calls.append(place);
  const unfinished = stillUnfinished(state, isKnown ? state.toolCalls.at(index) : undefined, written, place);
  const draft = draftOf(state);
  draft.toolCalls = toolCalls;
  if (calls !== tracking.calls || unfinished !== tracking.unfinished) {
    draft.tracking = { ...tracking, calls, unfinished };
  }
  let next: SessionState = draft;
  if (index === -1) next = withEntry(next, { type: 'tool-call', index: place }, at);
  return reportTrimmed(next, kept.dropped, quoted(call.toolCallId), at);
}

/** Whether the call is already tracked for the running turn. After the end of the last turn calls are not tracked. */
function isTracked(state: SessionState, index: number, call: ToolCall): boolean {
  if (isAfterTurns(state)) return true;
  const { running } = state.tracking.cursor.turns;
  return index !== -1 && (running === -1 || call.turn === running);
}

function isAfterTurns(state: SessionState): boolean {
  return state.tracking.cursor.turns.running === -1 && state.turns.length > 0;
}

/** Returns the calls that a cancel would mark, after a write to a call. `before` is undefined if the running turn had not changed it yet. */
function stillUnfinished(
  state: SessionState,
  before: ToolCall | undefined,
  after: ToolCall,
  place: number,
): SessionState['tracking']['unfinished'] {
  const { unfinished } = state.tracking;
  if (isAfterTurns(state)) return unfinished;
  const wasIn = before !== undefined && canBeCancelled(before);
  const isIn = canBeCancelled(after);
  if (wasIn === isIn) return unfinished;
  return isIn ? unfinished.with(place, true) : unfinished.without(place);
}

function canBeCancelled(call: ToolCall): boolean {
  return !call.isCancelled && !isFinal(call.status);
}

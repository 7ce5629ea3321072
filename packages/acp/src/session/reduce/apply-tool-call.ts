import type { ToolCallContentChunk } from '../../protocol/june/generated/tool-call.ts';
import type { Position } from '../event.ts';
import { type Draft, draftOf, type SessionState } from '../state.ts';
import { isSameJson } from '../structures/same-json.ts';
import { Sequence } from '../structures/sequence.ts';
import type { Table } from '../structures/table.ts';
import type { ToolCall, ToolCallContent, ToolCallPatch } from '../tool-call.ts';
import { withEntry } from './add-entry.ts';
import { reportTrimmed, trimmed } from './limit-content.ts';
import { patchedRaw, reportRaw } from './limit-raw.ts';
import { patched, patchedList } from './patch.ts';
import { quoted, reported } from './report.ts';
import { reportAll } from './unknown-tag.ts';
import type { UpdateRules } from './update-rules.ts';
import { turnOfWork, withCallOfWork } from './works.ts';

/** An item for the content of a tool call in either draft. */
type ToolCallChunk = Omit<ToolCallContentChunk, 'content'> & { readonly content: ToolCallContent };

const none: readonly never[] = Object.freeze([]);

/** Returns the index of a tool call, or -1. The one written last is compared first. */
function indexOfCall(calls: Table<ToolCall>, toolCallId: string): number {
  return calls.at(calls.writtenLast)?.toolCallId === toolCallId ? calls.writtenLast : calls.indexOf(toolCallId);
}

function newToolCall(toolCallId: string): ToolCall {
  return {
    toolCallId,
    name: undefined,
    title: undefined,
    kind: undefined,
    status: undefined,
    content: Sequence.empty(),
    locations: none,
    rawInput: undefined,
    rawOutput: undefined,
    capabilities: undefined,
    _meta: undefined,
    isFinished: false,
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
    name: call.name,
    title: call.title,
    kind: call.kind,
    status: call.status,
    content: call.content,
    locations: call.locations,
    rawInput: call.rawInput,
    rawOutput: call.rawOutput,
    capabilities: call.capabilities,
    _meta: call._meta,
    isFinished: call.isFinished,
    isCancelled: call.isCancelled,
    turn: call.turn,
    droppedItems: call.droppedItems,
    droppedRawInput: call.droppedRawInput,
    droppedRawOutput: call.droppedRawOutput,
  };
}

/** Creates or patches a tool call: an omitted field stays, null clears it, a value replaces it. */
export function applyToolCall(
  state: SessionState,
  update: ToolCallPatch,
  rules: UpdateRules,
  at: Position,
): SessionState {
  const index = indexOfCall(state.toolCalls, update.toolCallId);
  const current = state.toolCalls.at(index);
  const base = current ?? newToolCall(update.toolCallId);
  const status = patched(base.status, update.status);
  const isFinished = update.status === undefined ? base.isFinished : rules.isFinal(status);
  const keepsMark = rules.reopensByStatus ? update.status === undefined : !isFinished;
  const limit = state.limits.rawLength;
  const rawInput = patchedRaw(base.rawInput, base.droppedRawInput, update.rawInput, limit);
  const rawOutput = patchedRaw(base.rawOutput, base.droppedRawOutput, update.rawOutput, limit);
  const patchedCall: ToolCall = {
    toolCallId: base.toolCallId,
    name: rules.hasToolDetails ? patched(base.name, update.name) : base.name,
    title: patched(base.title, update.title),
    kind: patched(base.kind, update.kind),
    status,
    content: patchedList(base.content, update.content),
    locations: patchedLocations(base.locations, update.locations),
    rawInput: rawInput.value,
    rawOutput: rawOutput.value,
    capabilities: rules.hasToolDetails ? patched(base.capabilities, update.capabilities) : base.capabilities,
    // The RFD lists `_meta` for messages only; it is a patch here as well (T8).
    _meta: rules.patchMeta(base._meta, update._meta),
    isFinished,
    isCancelled: base.isCancelled && keepsMark,
    turn: base.turn,
    droppedItems: base.droppedItems,
    droppedRawInput: rawInput.dropped,
    droppedRawOutput: rawOutput.dropped,
  };
  let next = state;
  if (current === undefined || hasChanged(current, patchedCall)) next = writeCall(state, index, patchedCall, rules, at);
  next = reportRaw(next, update.toolCallId, Number(rawInput.isNewlyDropped) + Number(rawOutput.isNewlyDropped), at);
  if (current?.isFinished === true && !isFinished) {
    next = reported(next, 'status_reopened', at, `${quoted(update.toolCallId)} went back from ${current.status}`);
  }
  return reportAll(next, update.content, rules.reportItem, at);
}

/** Appends one item to the content of a tool call. */
export function applyToolCallChunk(
  state: SessionState,
  chunk: ToolCallChunk,
  rules: UpdateRules,
  at: Position,
): SessionState {
  const index = indexOfCall(state.toolCalls, chunk.toolCallId);
  const next = draftOfCall(state.toolCalls.at(index) ?? newToolCall(chunk.toolCallId));
  next.content = next.content.append(chunk.content);
  return rules.reportItem(writeCall(state, index, next, rules, at), chunk.content, at);
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
    current.name !== next.name ||
    current.capabilities !== next.capabilities ||
    current.kind !== next.kind ||
    current.status !== next.status ||
    current.content !== next.content ||
    current.locations !== next.locations ||
    current.rawInput !== next.rawInput ||
    current.rawOutput !== next.rawOutput ||
    current.droppedRawInput !== next.droppedRawInput ||
    current.droppedRawOutput !== next.droppedRawOutput ||
    current._meta !== next._meta ||
    current.isFinished !== next.isFinished ||
    current.isCancelled !== next.isCancelled
  );
}

function writeCall(state: SessionState, index: number, call: ToolCall, rules: UpdateRules, at: Position): SessionState {
  const { tracking, limits } = state;
  const kept = trimmed(call.content, limits.items);
  const place = index === -1 ? state.toolCalls.length : index;
  const written = draftOfCall(call);
  written.content = kept.content;
  written.droppedItems += kept.dropped;
  const isOfTurn = rules.isOfTurn(state);
  written.turn = isOfTurn ? tracking.cursor.turns.running : turnOfWork(state);
  const toolCalls = index === -1 ? state.toolCalls.add(call.toolCallId, written) : state.toolCalls.with(index, written);
  const isKnown = !isOfTurn || isTracked(state, index, call);
  const calls = isKnown ? tracking.calls : tracking.calls.append(place);
  const before = isKnown ? state.toolCalls.at(index) : undefined;
  const unfinished = isOfTurn ? stillUnfinished(state, before, written, place) : tracking.unfinished;
  const draft = draftOf(state);
  draft.toolCalls = toolCalls;
  if (calls !== tracking.calls || unfinished !== tracking.unfinished) {
    draft.tracking = { ...tracking, calls, unfinished };
  }
  let next: SessionState = draft;
  if (index === -1) next = withEntry(withCallOfWork(next, call.toolCallId), { type: 'tool-call', index: place }, at);
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
  return !call.isCancelled && !call.isFinished;
}

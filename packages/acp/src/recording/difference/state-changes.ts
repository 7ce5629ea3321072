import { present } from '../../protocol/reading/optional.ts';
import {
  foldedActivity,
  foldedEntry,
  foldedTerminals,
  foldedTimeline,
  foldedTurn,
  foldedTurns,
  novemberParts,
  terminalOf,
} from '../../session/folded.ts';
import { messageKey } from '../../session/message.ts';
import type { SessionState } from '../../session/state.ts';
import type { ToolCall } from '../../session/tool-call.ts';
import { jsonChanges, type StateChange } from './json-changes.ts';
import {
  compactionKind,
  foldedTerminalKind,
  itemChanges,
  messageKind,
  partListChanges,
  planKind,
  tableChanges,
  terminalKind,
  toolCallKind,
} from './part-changes.ts';

/**
 * Returns what differs between two states, in the form in which `foldedSession` returns them. Applying the changes in their order to the
 * folded state before gives the folded state after.
 *
 * States that share structure, such as those before and after a frame, cost as much as differs between them.
 */
export function* stateChanges(before: SessionState, after: SessionState): Generator<StateChange> {
  if (before === after) return;
  yield* tableChanges(messageKind, before.messages, after.messages);
  yield* tableChanges(toolCallKind, before.toolCalls, after.toolCalls);
  yield* tableChanges(planKind, before.plans, after.plans);
  yield* novemberChanges(before, after);
  yield* timelineChanges(before, after);
  yield* jsonChanges(['availableCommands'], before.availableCommands, after.availableCommands);
  yield* jsonChanges(['configOptions'], before.configOptions, after.configOptions);
  if (before.info !== after.info) {
    yield* jsonChanges(['info'], before.info && present(before.info), after.info && present(after.info));
  }
  if (before.usage !== after.usage) {
    yield* jsonChanges(['usage'], before.usage && present(before.usage), after.usage && present(after.usage));
  }
  yield* turnChanges(before, after);
  if (before.tracking.permissions !== after.tracking.permissions) {
    yield* jsonChanges(['permissions'], openPermissions(before), openPermissions(after));
  }
  yield* itemChanges(['diagnostics'], before.diagnostics, after.diagnostics, present);
}

function openPermissions({ permissions }: SessionState): SessionState['permissions'] | undefined {
  return permissions.length === 0 ? undefined : permissions;
}

/** The calls that differ; undefined if the two states do not share a history. */
function* changedCalls(
  before: SessionState,
  after: SessionState,
): Generator<readonly [ToolCall | undefined, ToolCall | undefined] | undefined> {
  if (before.toolCalls === after.toolCalls) return;
  const indexes = after.toolCalls.changesSince(before.toolCalls);
  if (indexes === undefined) yield undefined;
  else for (const index of indexes) yield [before.toolCalls.at(index), after.toolCalls.at(index)];
}

function* novemberChanges(before: SessionState, after: SessionState): Generator<StateChange> {
  const [was, is] = [before.rare.isNovember, after.rare.isNovember];
  if (!was && !is) return;
  if (!was || !is) {
    const [old, next] = [was ? novemberParts(before) : undefined, is ? novemberParts(after) : undefined];
    yield* jsonChanges(['terminals'], old?.terminals, next?.terminals);
    yield* jsonChanges(['compactions'], old?.compactions, next?.compactions);
    yield* jsonChanges(['activity'], old?.activity, next?.activity);
    return;
  }
  if (mayHaveOtherTerminals(before, after)) {
    yield* partListChanges(foldedTerminalKind, foldedTerminals(before), foldedTerminals(after));
  } else yield* tableChanges(terminalKind, before.terminals, after.terminals);
  yield* tableChanges(compactionKind, before.compactions, after.compactions);
  yield* jsonChanges(['activity'], foldedActivity(before), foldedActivity(after));
}

/** Whether the agent told of a terminal for the first time, or a tool call refers to others than before. */
function mayHaveOtherTerminals(before: SessionState, after: SessionState): boolean {
  if (before.terminals.length !== after.terminals.length) return true;
  if (after.terminals !== before.terminals && after.terminals.changesSince(before.terminals) === undefined) return true;
  for (const pair of changedCalls(before, after)) {
    if (pair === undefined || terminalsOf(pair[0], pair[1]) !== terminalsOf(pair[1], pair[0])) return true;
  }
  return false;
}

/** The terminals that a call refers to, as a text; without the items that it has in common with another version of it. */
function terminalsOf(call: ToolCall | undefined, other: ToolCall | undefined): string {
  if (call === undefined) return '[]';
  const isGrown =
    other !== undefined && (call.content.continues(other.content) || other.content.continues(call.content));
  const start = isGrown ? Math.min(call.content.length, other.content.length) : 0;
  const ids = call.content.toArray(start).map(terminalOf);
  return JSON.stringify(ids.filter((id) => id !== undefined));
}

const noIds: ReadonlySet<string> = new Set();

function* timelineChanges(before: SessionState, after: SessionState): Generator<StateChange> {
  if (before.timeline === after.timeline && !hasNewSharedId(before, after)) return;
  if (after.timeline.continues(before.timeline) && !hasNewSharedId(before, after)) {
    const folded = (entry: Parameters<typeof foldedEntry>[1]): unknown => foldedEntry(after, entry, noIds);
    yield* itemChanges(['timeline'], before.timeline, after.timeline, folded);
  } else yield* jsonChanges(['timeline'], foldedTimeline(before), foldedTimeline(after));
}

/** Whether a new message has the id of one of another kind: then the entries of both name their kinds. */
function hasNewSharedId(before: SessionState, after: SessionState): boolean {
  for (let index = before.messages.length; index < after.messages.length; index++) {
    const message = after.messages.at(index);
    if (message === undefined) continue;
    for (const kind of ['user', 'agent', 'thought'] as const) {
      if (kind !== message.kind && after.messages.indexOf(messageKey(kind, message.messageId)) !== -1) return true;
    }
  }
  return false;
}

function* turnChanges(before: SessionState, after: SessionState): Generator<StateChange> {
  const isOther = hasOtherCancelledCalls(before, after);
  if (before.turns === after.turns && !isOther) return;
  const isSameStart = before.dropped.turns === after.dropped.turns && before.turns.length > 0;
  if (isOther || !isSameStart || after.turns.length < before.turns.length) {
    yield* jsonChanges(['turns'], openTurns(before), openTurns(after));
    return;
  }
  for (const index of [...after.turns.changesSince(before.turns)].sort((left, right) => left - right)) {
    const [old, turn] = [before.turns.at(index), after.turns.at(index)];
    yield* jsonChanges(['turns', index], old && foldedTurn(old, undefined), turn && foldedTurn(turn, undefined));
  }
}

function openTurns(state: SessionState): unknown {
  return state.turns.length === 0 ? undefined : foldedTurns(state);
}

/** Whether the turns list other tool calls as cancelled. */
function hasOtherCancelledCalls(before: SessionState, after: SessionState): boolean {
  for (const pair of changedCalls(before, after)) {
    if (pair === undefined || cancelledIn(pair[0]) !== cancelledIn(pair[1])) return true;
  }
  return false;
}

function cancelledIn(call: ToolCall | undefined): number | undefined {
  return call?.isCancelled === true ? call.turn : undefined;
}

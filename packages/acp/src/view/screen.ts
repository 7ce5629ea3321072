import type { ContentBlock } from '../protocol/june/generated/content.ts';
import type { UnknownReceivedSessionUpdate } from '../protocol/june/generated/proposal.ts';
import type { MessageKind } from '../session/message.ts';
import { messageKey } from '../session/message.ts';

import { openTurnsOf, type SessionState, turnOf } from '../session/state.ts';
import { Sequence } from '../session/structures/sequence.ts';
import type { TimelineEntry } from '../session/timeline.ts';
import { isInContext, type Turn } from '../session/turn.ts';

/** One row of a session on a screen; `key` stays the same while the row does. */
export type ScreenRow = {
  readonly key: string;
  /** Whether the agent still remembers it (C27). */
  readonly isInContext: boolean;
} & (
  | { readonly type: 'message'; readonly kind: MessageKind; readonly messageId: string }
  | { readonly type: 'tool-call'; readonly toolCallId: string }
  | { readonly type: 'plan'; readonly planId: string }
  | { readonly type: 'unknown'; readonly update: UnknownReceivedSessionUpdate }
  /** A prompt that the agent has not yet told back; `turn` is the number of its turn. */
  | { readonly type: 'prompt'; readonly turn: number; readonly prompt: readonly ContentBlock[] }
);

/** Makes the rows of one session after another state of it; what has not changed is not worked out again. */
export type Screen = (state: SessionState) => Sequence<ScreenRow>;

interface Made {
  readonly turns: SessionState['turns'];
  readonly timeline: SessionState['timeline'];
  /** The rows without those of prompts that wait, which stay below whatever comes. */
  readonly started: Sequence<ScreenRow>;
  readonly rows: Sequence<ScreenRow>;
}

/**
 * Makes a {@link Screen}: the timeline with each prompt where its turn starts; prompts that wait are at the end.
 *
 * A prompt that the agent told back is shown once, as that message, in the place of the prompt.
 */
export function createScreen(): Screen {
  let made: Made | undefined;
  return (state) => {
    const { turns, timeline } = state;
    if (made?.turns === turns && made.timeline === timeline) return made.rows;
    const isLonger = made?.turns === turns && isPrefix(made.timeline, timeline);
    const started = isLonger && made !== undefined ? grown(made, state) : startedRows(state);
    const rows = withWaiting(started, state);
    made = { turns, timeline, started, rows };
    return rows;
  };
}

function isPrefix(before: Sequence<TimelineEntry>, after: Sequence<TimelineEntry>): boolean {
  return before.length > 0 && before.length <= after.length && after.at(before.length - 1) === before.last();
}

/** Entries past the end of what was shown belong to the turn that runs or to none, as turns are the same; only an ended turn is refused. */
function grown(made: Made, state: SessionState): Sequence<ScreenRow> {
  const placed = placedMessages(state);
  let rows = made.started;
  for (let index = made.timeline.length; index < state.timeline.length; index++) {
    const row = rowOf(state, index, true);
    if (row !== undefined && !placed.has(row.key)) rows = rows.append(row);
  }
  return rows;
}

function startedRows(state: SessionState): Sequence<ScreenRow> {
  const placed = placedMessages(state);
  const turns = startedTurns(state);
  let rows = Sequence.empty<ScreenRow>();
  let next = 0;
  let refusedUntil = 0;
  for (let index = 0; index <= state.timeline.length; index++) {
    for (let one = turns[next]; one !== undefined && one.start === index; one = turns[++next]) {
      const { turn } = one;
      rows = rows.append(promptRow(turn, one.number));
      if (!isInContext(turn)) refusedUntil = Math.max(refusedUntil, turn.end ?? 0);
    }
    const row = rowOf(state, index, index >= refusedUntil);
    if (row !== undefined && !placed.has(row.key)) rows = rows.append(row);
  }
  return rows;
}

/** The turns that have a place, in the order of their places: one that was answered unstarted comes before those it overtook. */
function startedTurns(state: SessionState): { readonly turn: Turn; readonly start: number; readonly number: number }[] {
  const started = state.turns
    .toArray()
    .flatMap((turn, index) =>
      turn.start === undefined ? [] : [{ turn, start: turn.start, number: state.dropped.turns + index }],
    );
  return started.sort((left, right) => left.start - right.start);
}

function withWaiting(started: Sequence<ScreenRow>, state: SessionState): Sequence<ScreenRow> {
  let rows = started;
  for (const number of openTurnsOf(state)) {
    const turn = turnOf(state, number);
    if (turn !== undefined && turn.start === undefined) rows = rows.append(promptRow(turn, number));
  }
  return rows;
}

/** Keys of the messages that stand in the place of their prompt. */
function placedMessages(state: SessionState): Set<string> {
  const placed = new Set<string>();
  for (const { messageId } of state.turns) if (messageId !== undefined) placed.add(messageKey('user', messageId));
  return placed;
}

function promptRow(turn: Turn, number: number): ScreenRow {
  const isRemembered = isInContext(turn);
  if (turn.messageId === undefined) {
    return { key: `prompt ${number}`, isInContext: isRemembered, type: 'prompt', turn: number, prompt: turn.prompt };
  }
  const key = messageKey('user', turn.messageId);
  return { key, isInContext: isRemembered, type: 'message', kind: 'user', messageId: turn.messageId };
}

function rowOf(state: SessionState, index: number, isRemembered: boolean): ScreenRow | undefined {
  const entry = state.timeline.at(index);
  if (entry === undefined) return undefined;
  if (entry.type === 'unknown') {
    return { key: `unknown ${index}`, isInContext: isRemembered, type: 'unknown', update: entry.update };
  }
  if (entry.type === 'message') {
    const message = state.messages.at(entry.index);
    if (message === undefined) return undefined;
    const { kind, messageId } = message;
    return { key: messageKey(kind, messageId), isInContext: isRemembered, type: 'message', kind, messageId };
  }
  if (entry.type === 'plan') {
    const planId = state.plans.at(entry.index)?.id ?? '';
    return { key: `plan ${planId}`, isInContext: isRemembered, type: 'plan', planId };
  }
  const toolCallId = state.toolCalls.at(entry.index)?.toolCallId ?? '';
  return { key: `tool-call ${toolCallId}`, isInContext: isRemembered, type: 'tool-call', toolCallId };
}

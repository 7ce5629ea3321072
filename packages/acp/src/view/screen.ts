import type { ContentBlock } from '../protocol/june/generated/content.ts';
import type { UnknownReceivedSessionUpdate } from '../protocol/june/generated/proposal.ts';
import type { MessageKind } from '../session/message.ts';
import { messageKey } from '../session/message.ts';
import { openTurnsOf, type SessionState, turnOf } from '../session/state.ts';
import { Sequence } from '../session/structures/sequence.ts';
import type { TimelineEntry } from '../session/timeline.ts';
import { isInContext, type Turn } from '../session/turn.ts';

/**
 * One row of a session on a screen; `key` stays the same while the row does.
 *
 * A user message by which the agent repeated a prompt has the place and the key of the prompt.
 */
export type ScreenRow = {
  readonly key: string;
  /** Whether the agent still has it in its context: a refused prompt and what followed it are not. */
  readonly isInContext: boolean;
} & (
  | { readonly type: 'message'; readonly kind: MessageKind; readonly messageId: string }
  | { readonly type: 'tool-call'; readonly toolCallId: string }
  | { readonly type: 'plan'; readonly planId: string }
  | { readonly type: 'compaction'; readonly compactionId: string }
  | { readonly type: 'unknown'; readonly update: UnknownReceivedSessionUpdate }
  /** A prompt that the agent has not repeated; `turn` is the number of its turn. */
  | { readonly type: 'prompt'; readonly turn: number; readonly prompt: readonly ContentBlock[] }
);

/** Returns the rows of one session in a state; rows that have not changed since the last call are not computed again. */
export type SessionScreen = (state: SessionState) => Sequence<ScreenRow>;

interface Made {
  readonly turns: SessionState['turns'];
  readonly droppedTurns: number;
  readonly timeline: SessionState['timeline'];
  /** The rows without those of waiting prompts, which stay below all others. */
  readonly started: Sequence<ScreenRow>;
  readonly rows: Sequence<ScreenRow>;
}

/**
 * Creates a {@link SessionScreen}: the timeline with each prompt where its turn starts; prompts that wait are at the end.
 *
 * A prompt that the agent repeated is shown once, as that message, in the place of the prompt.
 */
export function createScreen(): SessionScreen {
  let made: Made | undefined;
  return (state) => {
    const { turns, timeline } = state;
    if (made?.turns === turns && made.timeline === timeline) return made.rows;
    const started = (made && grown(made, state)) ?? startedRows(state);
    const rows = withWaiting(started, state);
    made = { turns, droppedTurns: state.dropped.turns, timeline, started, rows };
    return rows;
  };
}

/** Returns the key of the row of a prompt, which the user message that repeats it has, too. */
export function promptKey(turn: number): string {
  return `prompt ${turn}`;
}

/** Returns the key of the row of a tool call. */
export function toolCallKey(toolCallId: string): string {
  return `tool-call ${toolCallId}`;
}

/** Returns the key of the row of a compaction. */
export function compactionKey(compactionId: string): string {
  return `compaction ${compactionId}`;
}

/** Returns the key of the row of a plan. */
export function planKey(planId: string): string {
  return `plan ${planId}`;
}

function isPrefix(before: Sequence<TimelineEntry>, after: Sequence<TimelineEntry>): boolean {
  return before.length > 0 && before.length <= after.length && after.at(before.length - 1) === before.last();
}

/** Adds the rows of new entries and turns; undefined if a row that is made has changed. New entries belong to no refused turn. */
function grown(made: Made, state: SessionState): Sequence<ScreenRow> | undefined {
  const turns = isPrefix(made.timeline, state.timeline) ? startedSince(made, state) : undefined;
  if (turns === undefined) return undefined;
  let rows = made.started;
  let next = 0;
  for (let index = made.timeline.length; index <= state.timeline.length; index++) {
    for (let one = turns[next]; one !== undefined && one.start === index; one = turns[++next]) {
      rows = rows.append(promptRow(one.turn, one.number));
    }
    const row = rowOf(state, index, true);
    if (row !== undefined) rows = rows.append(row);
  }
  return rows;
}

/** Returns the turns that have started behind all rows that are made; undefined if another change of the turns is seen in a row. */
function startedSince(made: Made, state: SessionState): StartedTurn[] | undefined {
  if (made.turns === state.turns) return [];
  if (made.droppedTurns !== state.dropped.turns) return undefined;
  const started: StartedTurn[] = [];
  for (const index of state.turns.changesSince(made.turns)) {
    const before = made.turns.at(index);
    const turn = state.turns.at(index);
    if (turn === undefined) return undefined;
    if (before?.start !== undefined) {
      if (!hasSameRow(before, turn)) return undefined;
    } else if (turn.start !== undefined) {
      // The message that repeats it may have a row above.
      const isLast = turn.start >= made.timeline.length && !hasLaterAt(made, index, turn.start);
      if (!isLast || !isInContext(turn) || turn.messageId !== undefined) return undefined;
      started.push({ turn, start: turn.start, number: state.dropped.turns + index });
    }
  }
  return started.sort((left, right) => left.start - right.start || left.number - right.number);
}

function hasSameRow(before: Turn, after: Turn): boolean {
  return (
    before.start === after.start &&
    before.messageId === after.messageId &&
    before.isRepeated === after.isRepeated &&
    before.prompt === after.prompt &&
    isInContext(before) &&
    isInContext(after)
  );
}

/** Returns whether a turn behind another one in the list has started at a place, where it has the row below. */
function hasLaterAt({ turns }: Made, index: number, start: number): boolean {
  for (let later = index + 1; later < turns.length; later++) if (turns.at(later)?.start === start) return true;
  return false;
}

function startedRows(state: SessionState): Sequence<ScreenRow> {
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
    if (row !== undefined) rows = rows.append(row);
  }
  return rows;
}

/** A turn that has a place in the timeline. */
interface StartedTurn {
  readonly turn: Turn;
  readonly start: number;
  readonly number: number;
}

/** Returns the turns that have a place, in the order of their places: one that was answered before it started precedes those it overtook. */
function startedTurns(state: SessionState): StartedTurn[] {
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

function promptRow(turn: Turn, number: number): ScreenRow {
  const { messageId, isRepeated, prompt } = turn;
  const row = { key: promptKey(number), isInContext: isInContext(turn) };
  return messageId === undefined || !isRepeated
    ? { ...row, type: 'prompt', turn: number, prompt }
    : { ...row, type: 'message', kind: 'user', messageId };
}

/** Returns the row of an entry; a message that stands for a prompt has its row where the turn starts. */
function rowOf(state: SessionState, index: number, isRemembered: boolean): ScreenRow | undefined {
  const entry = state.timeline.at(index);
  if (entry === undefined) return undefined;
  if (entry.type === 'unknown') {
    const key = `unknown ${state.dropped.entries + index}`;
    return { key, isInContext: isRemembered, type: 'unknown', update: entry.update };
  }
  if (entry.type === 'message') {
    const message = state.messages.at(entry.index);
    if (message === undefined) return undefined;
    const { kind, messageId } = message;
    if (kind === 'user' && state.tracking.turnOfMessage.get(messageId) !== undefined) return undefined;
    return { key: messageKey(kind, messageId), isInContext: isRemembered, type: 'message', kind, messageId };
  }
  if (entry.type === 'plan') {
    const planId = state.plans.at(entry.index)?.id ?? '';
    return { key: planKey(planId), isInContext: isRemembered, type: 'plan', planId };
  }
  if (entry.type === 'compaction') {
    const compactionId = state.compactions.at(entry.index)?.compactionId ?? '';
    return { key: compactionKey(compactionId), isInContext: isRemembered, type: 'compaction', compactionId };
  }
  const toolCallId = state.toolCalls.at(entry.index)?.toolCallId ?? '';
  return { key: toolCallKey(toolCallId), isInContext: isRemembered, type: 'tool-call', toolCallId };
}

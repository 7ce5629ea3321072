import type { PartOrigin, Provenance } from '@emend/acp/recording';
import {
  type FoldedTerminal,
  foldedCompaction,
  foldedMessage,
  foldedPlan,
  foldedTerminal,
  foldedToolCall,
  messageKey,
  newSessionState,
  Sequence,
  type SessionState,
  type ToolCall,
  type Turn,
  turnOf,
} from '@emend/acp/session';
import { createScreen, type ScreenRow, type SessionScreen } from '@emend/acp/view';
import type {
  Conversation,
  ConversationPart,
  ConversationQuestion,
  ConversationRow,
  Origin,
  PartQuestion,
  TurnSummary,
} from '../api/conversation.ts';
import { cutText, type Room, roomForAll, roomForRow } from './cut-content.ts';
import type { Recording } from './recording.ts';

/** Most rows of one answer. */
const mostRows = 500;

const nothing = newSessionState();

/** The screens of sessions; each goes on from the rows it made last. */
const screens = new WeakMap<Recording, Map<string, SessionScreen>>();

/** How many screens are kept. */
const mostScreens = 16;

/** Answers what a session looked like after a frame. */
export async function conversation(
  recording: Recording,
  { frame, session, start, end }: ConversationQuestion,
): Promise<Conversation> {
  const moment = await recording.moment(frame);
  const state = moment.state(session) ?? nothing;
  const origins = moment.provenance(session);
  const rows = screenOf(recording, session)(state);
  const total = rows.length;
  const from = within(start < 0 ? total + start : start, total);
  const to = within(end < 0 ? total + end : end, Math.min(total, from + mostRows));
  const shown: ConversationRow[] = [];
  for (let index = from; index < to; index++) {
    shown.push(rowOf(rows.at(index) as ScreenRow, state, origins, frame, roomForRow()));
  }
  const { info, usage } = state;
  return {
    total,
    start: from,
    rows: shown,
    changed: changedRow(rows, state, origins, frame),
    activity: state.activity,
    permissions: state.permissions,
    elicitations: state.elicitations,
    notices: state.notices,
    ...(usage === undefined ? {} : { usage: defined(usage) as NonNullable<Conversation['usage']> }),
    ...(info === undefined ? {} : { info: defined(info) as NonNullable<Conversation['info']> }),
    configOptions: state.configOptions,
    availableCommands: state.availableCommands,
  };
}

/** Answers what a row of a conversation is without cuts. */
export async function part(recording: Recording, { frame, session, key }: PartQuestion): Promise<ConversationRow> {
  const moment = await recording.moment(frame);
  const state = moment.state(session) ?? nothing;
  for (const row of screenOf(recording, session)(state)) {
    if (row.key === key) return rowOf(row, state, moment.provenance(session), frame, roomForAll());
  }
  throw new Error('There is no such part of the conversation at this frame.');
}

function screenOf(recording: Recording, session: string): SessionScreen {
  const known = screens.get(recording) ?? new Map<string, SessionScreen>();
  screens.set(recording, known);
  const screen = known.get(session) ?? createScreen();
  known.delete(session);
  known.set(session, screen);
  if (known.size > mostScreens) known.delete(known.keys().next().value as string);
  return screen;
}

function within(index: number, most: number): number {
  return Math.max(0, Math.min(index, most));
}

/** Leaves out what is undefined, as JSON does. */
function defined(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined));
}

/** Returns the last row that a frame changed; -1 if it changed none. */
function changedRow(
  rows: Sequence<ScreenRow>,
  state: SessionState,
  origins: Provenance | undefined,
  frame: number,
): number {
  if (frame === 0) return -1;
  for (let index = rows.length - 1; index >= 0; index--) {
    if (isChanged(rows.at(index) as ScreenRow, state, origins, frame)) return index;
  }
  return -1;
}

function isChanged(row: ScreenRow, state: SessionState, origins: Provenance | undefined, frame: number): boolean {
  if (originOf(row, state, origins)?.changed === frame) return true;
  if (row.type !== 'tool-call') return false;
  const call = state.toolCalls.get(row.toolCallId);
  return (
    call !== undefined &&
    terminalIdsOf(call).some((id) => origins?.terminals.at(state.terminals.indexOf(id))?.changed === frame)
  );
}

function originOf(row: ScreenRow, state: SessionState, origins: Provenance | undefined): PartOrigin | undefined {
  switch (row.type) {
    case 'message':
      return origins?.messages.at(state.messages.indexOf(messageKey(row.kind, row.messageId)));
    case 'tool-call':
      return origins?.toolCalls.at(state.toolCalls.indexOf(row.toolCallId));
    case 'plan':
      return origins?.plans.at(state.plans.indexOf(row.planId));
    case 'compaction':
      return origins?.compactions.at(state.compactions.indexOf(row.compactionId));
    case 'prompt':
      return origins?.turns.at(row.turn - state.dropped.turns);
    case 'unknown': {
      const place = Number(row.key.slice('unknown '.length)) - state.dropped.entries;
      const frame = origins?.timeline.at(place);
      return frame === undefined
        ? undefined
        : { created: frame, changed: frame, corrected: undefined, fields: {}, content: Sequence.empty<number>() };
    }
  }
}

function rowOf(
  row: ScreenRow,
  state: SessionState,
  origins: Provenance | undefined,
  frame: number,
  room: Room,
): ConversationRow {
  const origin = originOf(row, state, origins);
  const shown = partOf(row, state, room);
  const told: Origin = {
    created: origin?.created ?? 0,
    changed: origin?.changed ?? 0,
    ...(origin?.corrected === undefined ? {} : { corrected: origin.corrected }),
    fields: origin?.fields ?? {},
    ...(origin === undefined || origin.content.length === 0 ? {} : { content: origin.content.toArray(room.first) }),
  };
  return {
    key: row.key,
    isInContext: row.isInContext,
    origin: told,
    isChanged: isChanged(row, state, origins, frame),
    cut: room.cut,
    ...shown,
  };
}

function partOf(row: ScreenRow, state: SessionState, room: Room): ConversationPart {
  switch (row.type) {
    case 'message': {
      const message = state.messages.get(messageKey(row.kind, row.messageId));
      if (message === undefined) return { type: 'unknown', update: null };
      const turn = row.kind === 'user' ? turnNumbered(state, row.messageId) : undefined;
      const shown = foldedMessage({ ...message, content: room.items(message.content) });
      return { type: 'message', message: shown, ...(turn === undefined ? {} : { turn: summaryOf(turn) }) };
    }
    case 'tool-call': {
      const call = state.toolCalls.get(row.toolCallId);
      if (call === undefined) return { type: 'unknown', update: null };
      return {
        type: 'tool-call',
        toolCall: room.rawValues(foldedToolCall({ ...call, content: room.items(call.content) })),
        ...(call.isCancelled ? { isCancelled: true as const } : {}),
        terminals: terminalsOf(call, state, room),
      };
    }
    case 'plan': {
      const plan = state.plans.get(row.planId);
      return plan === undefined ? { type: 'unknown', update: null } : { type: 'plan', plan: foldedPlan(plan) };
    }
    case 'compaction': {
      const compaction = state.compactions.get(row.compactionId);
      if (compaction === undefined) return { type: 'unknown', update: null };
      return {
        type: 'compaction',
        compaction: foldedCompaction({ ...compaction, summary: room.items(compaction.summary) }),
      };
    }
    case 'prompt': {
      const turn = turnOf(state, row.turn);
      const prompt = room.items(Sequence.of(row.prompt)).toArray();
      return { type: 'prompt', prompt, ...(turn === undefined ? {} : { turn: summaryOf(turn) }) };
    }
    case 'unknown':
      return { type: 'unknown', update: room.value(row.update) };
  }
}

function turnNumbered(state: SessionState, messageId: string): Turn | undefined {
  const number = state.tracking.turnOfMessage.get(messageId);
  return number === undefined ? undefined : turnOf(state, number);
}

function summaryOf({ status, stopReason, error, isCancelled }: Turn): TurnSummary {
  return {
    status,
    ...(stopReason === undefined ? {} : { stopReason }),
    ...(error === undefined ? {} : { error }),
    ...(isCancelled ? { cancelled: true as const } : {}),
  };
}

function terminalIdsOf(call: ToolCall): readonly string[] {
  const ids: string[] = [];
  for (const item of call.content) {
    const { type, terminalId } = item as { readonly type: string; readonly terminalId?: unknown };
    if (type === 'terminal' && typeof terminalId === 'string') ids.push(terminalId);
  }
  return ids;
}

function terminalsOf(call: ToolCall, state: SessionState, room: Room): Record<string, FoldedTerminal> {
  const terminals: Record<string, FoldedTerminal> = {};
  for (const id of terminalIdsOf(call)) {
    const terminal = state.terminals.get(id);
    if (terminal === undefined || Object.hasOwn(terminals, id)) continue;
    const folded = foldedTerminal(terminal);
    const shown = { ...folded, output: cutText(folded.output, room) };
    Object.defineProperty(terminals, id, { value: shown, enumerable: true });
  }
  return terminals;
}

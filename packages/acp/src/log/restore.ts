import type { KnownBackgroundWork } from '../protocol/november/generated/state.ts';
import { present } from '../protocol/reading/optional.ts';
import type { SessionEvent } from '../session/event.ts';

import { applyEvent, applyEvents } from '../session/reduce/apply.ts';
import { readerFor } from '../session/session-readers.ts';
import { newSessionState, openTurnsOf, type SessionState, turnOf } from '../session/state.ts';
import type { ToolCall } from '../session/tool-call.ts';
import type { Turn } from '../session/turn.ts';
import type { LogEntry, LogEvent, Logged } from './event.ts';
import type { SessionLog } from './session-log.ts';
import { patchLike, subjectKey } from './subject.ts';

/** A session restored from its log. */
export interface RestoredSession {
  /** The folded state, with `repairs` applied. */
  readonly state: SessionState;
  /** The position after the last entry, where the repairs belong. */
  readonly position: number;
  /**
   * Events that end what was cut off: open turns and their tool calls have failed, and so have calls that a cancel or an error left open;
   * terminals have exited, and work has ended.
   */
  readonly repairs: readonly LogEvent[];
}

/** Returns the state after entries of a log. */
export function foldEntries(state: SessionState, entries: Iterable<LogEntry>): SessionState {
  let next = state;
  for (const { event, position } of entries) {
    const change = sessionEventOf(event, position);
    if (change !== undefined) next = applyEvent(next, change);
  }
  return next;
}

/** Returns the session event that an event of the log stands for; undefined if it does not change the state. */
export function sessionEventOf(event: LogEvent, at: number): SessionEvent | undefined {
  if (event.type === 'opened') return undefined;
  if (event.type === 'update') {
    const { update, dialect } = event;
    if (readerFor(dialect).isNotice(update)) return undefined;
    return dialect === undefined ? { type: 'update', update, at } : { type: 'update', update, dialect, at };
  }
  return { ...event, at };
}

/** How a session is restored. */
export interface RestoreOptions {
  /** What goes on in the background all the same, since the session was open in this process: it needs no repairs. */
  readonly background?: readonly KnownBackgroundWork[];
}

/** Reads a whole session. Nothing is written: the caller decides when the repairs are appended. */
export async function restoreSession(
  log: SessionLog,
  sessionId: string,
  { background = [] }: RestoreOptions = {},
): Promise<RestoredSession> {
  let state = newSessionState();
  let position = 0;
  for await (const entries of log.read(sessionId)) {
    state = foldEntries(state, entries);
    position = (entries.at(-1)?.position ?? -1) + 1;
  }
  const repairs = repairsOf(state, background);
  const events = repairs.flatMap((event, index) => sessionEventOf(event, position + index) ?? []);
  return { state: applyEvents(state, events), position, repairs };
}

/** Returns events that end tool calls which turns have left open that were cancelled or have failed, but for what goes on in the background. */
export function leftOpenCalls(state: SessionState, background: readonly KnownBackgroundWork[]): readonly LogEvent[] {
  return callRepairs(state, background, ({ isCancelled }, turn) => {
    return turn?.status === 'ended' && (isCancelled || turn.error !== undefined);
  });
}

function callRepairs(
  state: SessionState,
  background: readonly KnownBackgroundWork[],
  isCut: (call: ToolCall, turn: Turn | undefined) => boolean,
): LogEvent[] {
  const repairs: LogEvent[] = [];
  const goesOn = new Set(background.map((work) => subjectKey(work)));
  for (const call of state.toolCalls) {
    const { toolCallId, isFinished, capabilities } = call;
    const subject = { type: 'tool_call', toolCallId } as const;
    if (isFinished || !isCut(call, turnOf(state, call.turn)) || goesOn.has(subjectKey(subject))) continue;
    if (capabilities === undefined) repairs.push(patchLike(undefined, subject, { status: 'failed' }));
    else repairs.push(patchLike(november, subject, { status: 'failed', capabilities: null }));
  }
  return repairs;
}

/** Returns events that end the open turns of a state, whose process is gone, and tool calls that a cancel or an error left open. */
function repairsOf(state: SessionState, background: readonly KnownBackgroundWork[]): readonly LogEvent[] {
  const goesOn = new Set(background.map((work) => subjectKey(work)));
  // No client remembers a cancel that another one sent, and would show the call as running for ever.
  const repairs = callRepairs(state, background, ({ isCancelled }, turn) => {
    return isCancelled || (turn !== undefined && (turn.status !== 'ended' || turn.error !== undefined));
  });
  for (const index of openTurnsOf(state)) {
    const requestId = turnOf(state, index)?.requestId;
    repairs.push(present({ type: 'turn_ended', requestId, error: 'The agent ended before the turn did.' }));
  }
  for (const { terminalId, exitStatus, capabilities } of state.terminals) {
    const subject = { type: 'terminal', terminalId } as const;
    if (exitStatus !== undefined || goesOn.has(subjectKey(subject))) continue;
    const cleared = capabilities === undefined ? {} : { capabilities: null };
    repairs.push(patchLike(november, subject, { exitStatus: {}, ...cleared }));
  }
  const isWorking = state.rare.told !== undefined && state.rare.told.state !== 'idle';
  const error = { message: 'The agent ended before its work did.' };
  if (isWorking) repairs.push({ type: 'activity', state: 'idle', stopReason: 'error', error, background: [] });
  return repairs;
}

/** An event whose dialect repairs of what only November has are written in. */
const november: Logged<'update'> = { type: 'update', dialect: 'november', update: { sessionUpdate: 'state_update' } };

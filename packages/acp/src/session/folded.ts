import type { Cost } from '../protocol/base/generated/session-update.ts';
import type { ToolCallLocation } from '../protocol/base/generated/tool-call.ts';
import type { AvailableCommand } from '../protocol/june/generated/command.ts';
import type { SessionConfigOption } from '../protocol/june/generated/config-option.ts';
import type { ContentBlock } from '../protocol/june/generated/content.ts';
import { isKnownPlanUpdateContent, type PlanEntry } from '../protocol/june/generated/plan.ts';
import type { TerminalExitStatus, TerminalSize } from '../protocol/november/generated/terminal.ts';
import type { Meta } from '../protocol/reading/guard.ts';
import { present } from '../protocol/reading/optional.ts';
import type { Activity } from './activity.ts';
import type { Compaction } from './compaction.ts';
import type { Message, MessageKind } from './message.ts';
import type { OpenPermission } from './permission.ts';
import type { Plan } from './plan.ts';
import type { SessionState } from './state.ts';
import type { Terminal } from './terminal.ts';
import type { TimelineEntry } from './timeline.ts';
import type { ToolCall, ToolCallContent } from './tool-call.ts';
import { isInContext, isUntold, type Turn } from './turn.ts';

/** A message as plain JSON. */
export interface FoldedMessage {
  readonly messageId: string;
  readonly kind: MessageKind;
  readonly content: readonly ContentBlock[];
  readonly _meta?: Meta;
}

/** A tool call as plain JSON, with its defaults filled in. */
export interface FoldedToolCall {
  readonly toolCallId: string;
  readonly name?: string;
  readonly title?: string;
  readonly kind: string;
  readonly status: string;
  readonly content: readonly ToolCallContent[];
  readonly locations: readonly ToolCallLocation[];
  readonly rawInput?: unknown;
  readonly rawOutput?: unknown;
  readonly _meta?: Meta;
}

/** A terminal as plain JSON. */
export interface FoldedTerminal {
  readonly terminalId: string;
  readonly command?: string;
  readonly cwd?: string;
  /** The output as UTF-8 text; invalid bytes are U+FFFD. */
  readonly output: string;
  readonly exitStatus?: TerminalExitStatus;
  readonly size?: TerminalSize;
  readonly _meta?: Meta;
}

/** A compaction as plain JSON. */
export interface FoldedCompaction {
  readonly compactionId: string;
  readonly status?: string;
  readonly summary: readonly ContentBlock[];
  readonly error?: string;
  readonly _meta?: Meta;
}

/** A plan as plain JSON; a plan of an unknown type is kept as it came. */
export type FoldedPlan =
  | { readonly id: string; readonly entries: readonly PlanEntry[]; readonly _meta?: Meta }
  | { readonly id: string; readonly type: string; readonly [key: string]: unknown };

/** An entry of the timeline; `kind` is given only if messages of two kinds have the same id. */
export type FoldedEntry =
  | { readonly message: string; readonly kind?: MessageKind }
  | { readonly toolCall: string }
  | { readonly plan: string }
  | { readonly compaction: string }
  | { readonly unknown: unknown };

/** A turn as plain JSON. */
export interface FoldedTurn {
  readonly status: Turn['status'];
  /** The id of the user message that repeats the prompt. */
  readonly message?: string;
  /** The prompt, if no user message repeats it. */
  readonly prompt?: readonly ContentBlock[];
  readonly stopReason?: string;
  readonly error?: string;
  readonly cancelled?: true;
  readonly outOfContext?: true;
  /** The tool calls that were unfinished when the turn was cancelled. */
  readonly cancelledToolCalls?: readonly string[];
  /** The part of the timeline that belongs to the turn. A turn without `start` waits; one without `end` is still open. */
  readonly start?: number;
  readonly end?: number;
}

/** A session as plain JSON, as `emend fold` prints it and conformance cases compare it. */
export interface FoldedSession {
  readonly messages: readonly FoldedMessage[];
  readonly toolCalls: readonly FoldedToolCall[];
  readonly plans: readonly FoldedPlan[];
  /** Only of November, like the next two. */
  readonly terminals?: readonly FoldedTerminal[];
  readonly compactions?: readonly FoldedCompaction[];
  readonly activity?: Omit<Activity, 'isKnown'>;
  readonly timeline: readonly FoldedEntry[];
  readonly availableCommands: readonly AvailableCommand[];
  readonly configOptions: readonly SessionConfigOption[];
  readonly info?: { readonly title?: string; readonly updatedAt?: string; readonly _meta?: Meta };
  readonly usage?: { readonly used: number; readonly size: number; readonly cost?: Cost; readonly _meta?: Meta };
  readonly turns?: readonly FoldedTurn[];
  readonly permissions?: readonly OpenPermission[];
  readonly diagnostics: readonly { readonly code: string; readonly at?: number; readonly detail: string }[];
}

/** The lists that grow with a session. */
type LongList = 'messages' | 'toolCalls' | 'timeline';

/** A session as plain JSON, whose long lists are folded while somebody iterates over them, once. */
type FoldedFields = Omit<FoldedSession, LongList> & {
  readonly [List in LongList]: Iterable<FoldedSession[List][number]>;
};

/** Returns the state as plain JSON, without fields that have no value. */
export function foldedSession(state: SessionState): FoldedSession {
  const fields = foldedFields(state);
  const { messages, toolCalls, timeline } = fields;
  return { ...fields, messages: [...messages], toolCalls: [...toolCalls], timeline: [...timeline] };
}

/** Returns the state as {@link foldedSession} does, without holding a second copy of its long lists. */
export function foldedFields(state: SessionState): FoldedFields {
  const { info, usage } = state;
  return {
    messages: mapped(state.messages, foldedMessage),
    toolCalls: mapped(state.toolCalls, foldedToolCall),
    plans: state.plans.toArray().map(foldedPlan),
    ...(state.rare.isNovember ? novemberParts(state) : {}),
    timeline: foldedEntries(state),
    availableCommands: state.availableCommands,
    configOptions: state.configOptions,
    ...present({
      info: info && present(info),
      usage: usage && present(usage),
      turns: state.turns.length === 0 ? undefined : foldedTurns(state),
      permissions: state.permissions.length === 0 ? undefined : state.permissions,
    }),
    diagnostics: state.diagnostics.toArray().map(present),
  };
}

/** Returns the parts that are printed only if something of November was received. */
export function novemberParts(
  state: SessionState,
): Required<Pick<FoldedSession, 'terminals' | 'compactions' | 'activity'>> {
  return {
    terminals: foldedTerminals(state),
    compactions: state.compactions.toArray().map(foldedCompaction),
    activity: foldedActivity(state),
  };
}

/** Returns the terminals as plain JSON: those that the agent has told of, and then those that only tool calls refer to. */
export function foldedTerminals(state: SessionState): FoldedTerminal[] {
  return [...state.terminals.toArray().map(foldedTerminal), ...untoldTerminals(state)];
}

/** Returns what the agent is doing as plain JSON. */
export function foldedActivity(state: SessionState): Omit<Activity, 'isKnown'> {
  const { isKnown: _, ...activity } = state.activity;
  return activity;
}

/** Returns a terminal as plain JSON. */
export function foldedTerminal({
  terminalId,
  command,
  cwd,
  output,
  exitStatus,
  size,
  _meta,
}: Terminal): FoldedTerminal {
  return present({ terminalId, command, cwd, output: output.toText(), exitStatus, size, _meta });
}

/** Returns the terminals that tool calls refer to and that the agent has not told anything of. */
function untoldTerminals(state: SessionState): FoldedTerminal[] {
  const ids = new Set<string>();
  for (const { content } of state.toolCalls) {
    for (const item of content) {
      const terminalId = terminalOf(item);
      if (terminalId !== undefined && state.terminals.get(terminalId) === undefined) ids.add(terminalId);
    }
  }
  return Array.from(ids, (terminalId) => ({ terminalId, output: '' }));
}

/** Returns the terminal that an item of the content of a tool call refers to, if it does. */
export function terminalOf(item: ToolCallContent): string | undefined {
  const { type, terminalId } = item as { type: string; terminalId?: unknown };
  return type === 'terminal' && typeof terminalId === 'string' ? terminalId : undefined;
}

/** Returns a compaction as plain JSON. */
export function foldedCompaction({ compactionId, status, summary, error, _meta }: Compaction): FoldedCompaction {
  return present({ compactionId, status, summary: summary.toArray(), error, _meta });
}

/** Returns a message as plain JSON. */
export function foldedMessage(message: Message): FoldedMessage {
  const { messageId, kind, content, _meta } = message;
  const folded = { messageId, kind, content: content.toArray() };
  return _meta === undefined ? folded : { ...folded, _meta };
}

/** Returns a tool call as plain JSON. */
export function foldedToolCall(call: ToolCall): FoldedToolCall {
  const { toolCallId, name, title, kind, status, content, locations, rawInput, rawOutput, _meta } = call;
  return present({
    toolCallId,
    name,
    title,
    kind: kind ?? 'other',
    status: status ?? 'pending',
    content: content.toArray(),
    locations,
    rawInput,
    rawOutput,
    _meta,
  });
}

/** Returns a plan as plain JSON. */
export function foldedPlan(plan: Plan): FoldedPlan {
  const { value } = plan;
  if (!isKnownPlanUpdateContent(value)) return value;
  return present({ id: plan.id, entries: value.entries, _meta: plan._meta });
}

/** Returns the timeline as plain JSON. */
export function foldedTimeline(state: SessionState): FoldedEntry[] {
  return [...foldedEntries(state)];
}

function* foldedEntries(state: SessionState): Generator<FoldedEntry> {
  const shared = idsOfTwoKinds(state);
  for (const entry of state.timeline) yield foldedEntry(state, entry, shared);
}

function* mapped<T, U>(items: Iterable<T>, change: (item: T) => U): Generator<U> {
  for (const item of items) yield change(item);
}

/** Returns an entry of the timeline as plain JSON; `shared` are the ids that messages of two kinds have. */
export function foldedEntry(state: SessionState, entry: TimelineEntry, shared: ReadonlySet<string>): FoldedEntry {
  if (entry.type === 'unknown') return { unknown: entry.update };
  if (entry.type === 'plan') return { plan: state.plans.at(entry.index)?.id ?? '' };
  if (entry.type === 'compaction') return { compaction: state.compactions.at(entry.index)?.compactionId ?? '' };
  if (entry.type === 'tool-call') return { toolCall: state.toolCalls.at(entry.index)?.toolCallId ?? '' };
  const { messageId, kind } = state.messages.at(entry.index) as Message;
  return shared.has(messageId) ? { message: messageId, kind } : { message: messageId };
}

function idsOfTwoKinds(state: SessionState): Set<string> {
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const { messageId } of state.messages) {
    if (seen.has(messageId)) shared.add(messageId);
    seen.add(messageId);
  }
  return shared;
}

/** Returns the turns as plain JSON. */
export function foldedTurns(state: SessionState): FoldedTurn[] {
  const cancelled = new Map<number, string[]>();
  for (const call of state.toolCalls) {
    if (!call.isCancelled) continue;
    const ids = cancelled.get(call.turn);
    if (ids === undefined) cancelled.set(call.turn, [call.toolCallId]);
    else ids.push(call.toolCallId);
  }
  return state.turns.toArray().map((turn, index) => foldedTurn(turn, cancelled.get(state.dropped.turns + index)));
}

/** Returns a turn as plain JSON. */
export function foldedTurn(turn: Turn, cancelledToolCalls: readonly string[] | undefined): FoldedTurn {
  return present({
    status: turn.status,
    message: turn.messageId,
    prompt: isUntold(turn) ? turn.prompt : undefined,
    stopReason: turn.stopReason,
    error: turn.error,
    cancelled: turn.isCancelled ? (true as const) : undefined,
    outOfContext: isInContext(turn) ? undefined : (true as const),
    cancelledToolCalls,
    start: turn.start,
    end: turn.end,
  });
}

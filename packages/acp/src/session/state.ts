import type { Cost } from '../protocol/base/generated/session-update.ts';
import type { AvailableCommand } from '../protocol/june/generated/command.ts';
import type { SessionConfigOption } from '../protocol/june/generated/config-option.ts';
import type { Meta } from '../protocol/reading/guard.ts';
import { type Cursor, newCursor } from './cursor.ts';
import type { Diagnostic } from './diagnostic.ts';
import { type Dropped, defaultLimits, nothingDropped, type SessionLimits } from './limits.ts';
import type { Message } from './message.ts';
import { OpenPermissions } from './open-permissions.ts';
import type { OpenPermission } from './permission.ts';
import type { Plan } from './plan.ts';
import { Sequence } from './structures/sequence.ts';
import { SortedMap } from './structures/sorted-map.ts';
import { Table } from './structures/table.ts';
import { Vector } from './structures/vector.ts';
import type { TimelineEntry } from './timeline.ts';
import type { ToolCall } from './tool-call.ts';
import type { Turn } from './turn.ts';

/** What the agent tells of the session itself. */
export interface SessionInfoState {
  readonly title: string | undefined;
  readonly updatedAt: string | undefined;
  readonly _meta: Meta | undefined;
}

/** How full the context is, and what it has cost. */
export interface Usage {
  readonly used: number;
  readonly size: number;
  readonly cost: Cost | undefined;
  readonly _meta: Meta | undefined;
}

/** What the reducer remembers between events beside what a screen shows. */
export interface Tracking {
  /** The current messages, by index, and the open turns. */
  readonly cursor: Cursor<number>;
  /** Every open turn before this number is cancelled. */
  readonly cancelledBefore: number;
  /** The newest turn that each user message stands for. */
  readonly turnOfMessage: SortedMap<string, number>;
  /** What {@link SessionState.permissions} is made of. */
  readonly permissions: OpenPermissions;
  /** Tool calls that the turn that runs has changed, by index; before any prompt, all. */
  readonly calls: Sequence<number>;
  /** Those of these calls that a cancel would mark: neither final nor cancelled. */
  readonly unfinished: SortedMap<number, true>;
  /** Whether the agent has already been reported for going on after this turn. */
  readonly isLateReported: boolean;
}

/** Everything that is known of a session. It never changes; {@link applyEvent} gives the next one. */
export class SessionState {
  readonly messages: Table<Message>;
  readonly toolCalls: Table<ToolCall>;
  readonly plans: Table<Plan>;
  readonly timeline: Sequence<TimelineEntry>;
  readonly availableCommands: readonly AvailableCommand[];
  readonly configOptions: readonly SessionConfigOption[];
  readonly info: SessionInfoState | undefined;
  readonly usage: Usage | undefined;
  readonly turns: Vector<Turn>;
  readonly diagnostics: Sequence<Diagnostic>;
  readonly dropped: Dropped;
  readonly limits: SessionLimits;
  /** `replaying` while a load is being answered, `loaded` ever after: late replay can still arrive. */
  readonly phase: 'live' | 'replaying' | 'loaded';
  /** The state to return to if the load fails. */
  readonly beforeLoad: SessionState | undefined;
  readonly tracking: Tracking;

  /** Naming the fields is many times faster than spreading them. */
  constructor(parts: Parts) {
    this.messages = parts.messages;
    this.toolCalls = parts.toolCalls;
    this.plans = parts.plans;
    this.timeline = parts.timeline;
    this.availableCommands = parts.availableCommands;
    this.configOptions = parts.configOptions;
    this.info = parts.info;
    this.usage = parts.usage;
    this.turns = parts.turns;
    this.diagnostics = parts.diagnostics;
    this.dropped = parts.dropped;
    this.limits = parts.limits;
    this.phase = parts.phase;
    this.beforeLoad = parts.beforeLoad;
    this.tracking = parts.tracking;
  }

  /** The permission requests that wait for an answer, oldest first. */
  get permissions(): readonly OpenPermission[] {
    return this.tracking.permissions.toArray();
  }
}

/** What a state is made of. */
type Parts = Omit<SessionState, 'permissions'>;

/** Nothing tracked: no turn, no current message. */
export const nothingTracked: Tracking = Object.freeze({
  cursor: newCursor<number>(),
  cancelledBefore: 0,
  turnOfMessage: SortedMap.empty<string, number>(),
  permissions: OpenPermissions.none,
  calls: Sequence.empty<number>(),
  unfinished: SortedMap.empty<number, true>(),
  isLateReported: false,
});

/** The state of a session in which nothing has happened. */
export function newSessionState(limits: Partial<SessionLimits> = {}): SessionState {
  return new SessionState({
    messages: Table.empty(),
    toolCalls: Table.empty(),
    plans: Table.empty(),
    timeline: Sequence.empty(),
    availableCommands: none,
    configOptions: none,
    info: undefined,
    usage: undefined,
    turns: Vector.empty(),
    diagnostics: Sequence.empty(),
    dropped: nothingDropped,
    limits: Object.freeze({ ...defaultLimits, ...limits }),
    phase: 'live',
    beforeLoad: undefined,
    tracking: nothingTracked,
  });
}

/** An object that may still be changed, by whoever made it. */
export type Draft<T> = { -readonly [K in keyof T]: T[K] };

/** A copy of a state to change before anybody else sees it. */
export function draftOf(state: SessionState): Draft<Parts> & Pick<SessionState, 'permissions'> {
  return new SessionState(state);
}

/** The state with some parts changed; for events that are rare, as it costs more than writing to a draft. */
export function withParts(state: SessionState, changed: Partial<Parts>): SessionState {
  return Object.assign(draftOf(state), changed);
}

/** The state with other tracking. */
export function withTracking(state: SessionState, tracking: Tracking): SessionState {
  const next = draftOf(state);
  next.tracking = tracking;
  return next;
}

/** The state with another message at an index that it has. */
export function withMessage(state: SessionState, index: number, message: Message): SessionState {
  const next = draftOf(state);
  next.messages = state.messages.with(index, message);
  return next;
}

/** The turn of a number: turns are counted from the session's first, which a limit may have dropped. */
export function turnOf(state: SessionState, number: number): Turn | undefined {
  return state.turns.at(number - state.dropped.turns);
}

/** The numbers of all open turns, oldest first: the first one runs and the others wait. */
export function openTurnsOf(state: SessionState): number[] {
  return Array.from(state.tracking.cursor.turns.open, ([number]) => number);
}

/** The state with another turn of that number. */
export function withTurn(state: SessionState, number: number, turn: Turn): SessionState {
  const next = draftOf(state);
  next.turns = state.turns.with(number - state.dropped.turns, turn);
  return next;
}

const none: readonly never[] = Object.freeze([]);

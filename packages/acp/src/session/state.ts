import type { Cost } from '../protocol/base/generated/session-update.ts';
import type { AvailableCommand } from '../protocol/june/generated/command.ts';
import type { SessionConfigOption } from '../protocol/june/generated/config-option.ts';
import type { Meta } from '../protocol/reading/guard.ts';
import type { Activity, Work } from './activity.ts';
import { activityOf } from './activity-of.ts';
import type { Compaction } from './compaction.ts';
import { type Cursor, newCursor } from './cursor.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { OpenElicitation } from './elicitation.ts';
import { type Dropped, defaultLimits, nothingDropped, type SessionLimits } from './limits.ts';
import type { Message } from './message.ts';
import type { ReceivedNotice } from './notice.ts';
import { OpenPermissions } from './open-permissions.ts';
import type { OpenPermission } from './permission.ts';
import type { Plan } from './plan.ts';
import { noRareParts, type RareParts } from './rare-parts.ts';
import { Sequence } from './structures/sequence.ts';
import { SortedMap } from './structures/sorted-map.ts';
import { Table } from './structures/table.ts';
import { Vector } from './structures/vector.ts';
import type { Terminal } from './terminal.ts';
import type { TimelineEntry } from './timeline.ts';
import type { ToolCall } from './tool-call.ts';
import type { Turn } from './turn.ts';

/** The title and other information about a session that the agent reported. */
export interface SessionInfoState {
  readonly title: string | undefined;
  readonly updatedAt: string | undefined;
  readonly _meta: Meta | undefined;
}

/** How full the context is, and what the session has cost. */
export interface Usage {
  readonly used: number;
  readonly size: number;
  readonly cost: Cost | undefined;
  readonly _meta: Meta | undefined;
}

/** What the reducer remembers between events and a screen does not show. */
export interface Tracking {
  /** The current messages, by index, and the open turns. */
  readonly cursor: Cursor<number>;
  /** Every open turn before this number is cancelled. */
  readonly cancelledBefore: number;
  /** The newest turn that each user message stands for. */
  readonly turnOfMessage: SortedMap<string, number>;
  /** The requests that {@link SessionState.permissions} lists. */
  readonly permissions: OpenPermissions;
  /** The tool calls that the running turn has changed, by index; before the first prompt, all of them. */
  readonly calls: Sequence<number>;
  /** Those of {@link Tracking.calls} that are neither finished nor cancelled, by index; a cancel marks them. */
  readonly unfinished: SortedMap<number, true>;
  /** Whether updates after the end of this turn have been reported. */
  readonly isLateReported: boolean;
}

/** Everything that is known about a session. A state never changes; {@link applyEvent} returns the next one. */
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
  readonly tracking: Tracking;
  /** The parts that few events change. The getters below return what programs need of them. */
  readonly rare: RareParts;

  // Naming the fields is many times faster than spreading them.
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
    this.tracking = parts.tracking;
    this.rare = parts.rare;
  }

  /** The permission requests that wait for an answer, oldest first. */
  get permissions(): readonly OpenPermission[] {
    return this.tracking.permissions.toArray();
  }

  /** `replaying` until a load is answered, `loaded` ever after: late replay may still arrive. */
  get phase(): 'live' | 'replaying' | 'loaded' {
    return this.rare.phase;
  }

  /** The state to return to if the load fails. */
  get beforeLoad(): SessionState | undefined {
    return this.rare.beforeLoad;
  }

  /** What the agent is doing: as it reported it, or else by the open turns and permission requests. */
  get activity(): Activity {
    const { running } = this.tracking.cursor.turns;
    const turn = running === -1 ? undefined : turnOf(this, running);
    return activityOf(this.rare, turn, this.permissions.length > 0 || this.elicitations.length > 0);
  }

  /** The spans of work in the foreground, oldest first. */
  get works(): Vector<Work> {
    return this.rare.works;
  }

  /** The terminals of the agent, in the order in which they were first seen. Tool calls refer to them by id. */
  get terminals(): Table<Terminal> {
    return this.rare.terminals;
  }

  /** The compactions of the agent's context. The timeline refers to them. */
  get compactions(): Table<Compaction> {
    return this.rare.compactions;
  }

  /** The newest notices, newest last. They are no part of the history. */
  get notices(): readonly ReceivedNotice[] {
    return this.rare.notices;
  }

  /** The requests for information from the user that wait for an answer, oldest first. */
  get elicitations(): readonly OpenElicitation[] {
    return this.rare.elicitations;
  }
}

/** The fields of a state. */
type Parts = Omit<SessionState, DerivedPart>;

/** The fields that are computed from others. */
type DerivedPart =
  | 'phase'
  | 'beforeLoad'
  | 'permissions'
  | 'activity'
  | 'works'
  | 'terminals'
  | 'compactions'
  | 'notices'
  | 'elicitations';

/** The tracking of a new session: no turn and no current message. */
export const nothingTracked: Tracking = Object.freeze({
  cursor: newCursor<number>(),
  cancelledBefore: 0,
  turnOfMessage: SortedMap.empty<string, number>(),
  permissions: OpenPermissions.none,
  calls: Sequence.empty<number>(),
  unfinished: SortedMap.empty<number, true>(),
  isLateReported: false,
});

/** Returns the state of a session in which nothing has happened. */
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
    tracking: nothingTracked,
    rare: noRareParts,
  });
}

/** An object that only its creator has seen, and may still change. */
export type Draft<T> = { -readonly [K in keyof T]: T[K] };

/** Returns a copy of a state that may be changed before it is passed on. */
export function draftOf(state: SessionState): Draft<Parts> & Pick<SessionState, DerivedPart> {
  return new SessionState(state);
}

/** Returns the state with some fields replaced. It costs more than writing to a draft, so it is for rare events. */
export function withParts(state: SessionState, changed: Partial<Parts>): SessionState {
  return Object.assign(draftOf(state), changed);
}

/** Returns the state with other tracking. */
export function withTracking(state: SessionState, tracking: Tracking): SessionState {
  const next = draftOf(state);
  next.tracking = tracking;
  return next;
}

/** Returns the state with another cursor. It is for every new message: writing all fields costs a tenth of copying them with a spread. */
export function withCursor(state: SessionState, cursor: Cursor<number>): SessionState {
  const { cancelledBefore, turnOfMessage, permissions, calls, unfinished, isLateReported } = state.tracking;
  return withTracking(state, {
    cursor,
    cancelledBefore,
    turnOfMessage,
    permissions,
    calls,
    unfinished,
    isLateReported,
  });
}

/** Returns the state with some of its rare parts replaced. */
export function withRare(state: SessionState, changed: Partial<RareParts>): SessionState {
  const next = draftOf(state);
  next.rare = { ...state.rare, ...changed };
  return next;
}

/** Returns the state of a session in which something of November was received. */
export function asNovember(state: SessionState): SessionState {
  return state.rare.isNovember ? state : withRare(state, { isNovember: true });
}

/** Returns the state with the message at an index replaced. */
export function withMessage(state: SessionState, index: number, message: Message): SessionState {
  const next = draftOf(state);
  next.messages = state.messages.with(index, message);
  return next;
}

/** Returns the turn with a number. Turns are counted from the first one of the session, which a limit may have dropped. */
export function turnOf(state: SessionState, number: number): Turn | undefined {
  return state.turns.at(number - state.dropped.turns);
}

/** Returns the numbers of all open turns, oldest first: the first one runs and the others wait. */
export function openTurnsOf(state: SessionState): number[] {
  return Array.from(state.tracking.cursor.turns.open, ([number]) => number);
}

/** Returns the state with the turn of a number replaced. */
export function withTurn(state: SessionState, number: number, turn: Turn): SessionState {
  const next = draftOf(state);
  next.turns = state.turns.with(number - state.dropped.turns, turn);
  return next;
}

const none: readonly never[] = Object.freeze([]);

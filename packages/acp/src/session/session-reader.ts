import type { SessionConfigOption } from '../protocol/june/generated/config-option.ts';
import type { ReceivedSessionUpdate } from '../protocol/june/generated/proposal.ts';
import type { Reading } from '../protocol/reading/decode.ts';
import type { Decoded } from '../protocol/reading/issue.ts';
import type { MethodDefinition } from '../protocol/reading/method.ts';
import type { Position } from './event.ts';
import type { UpdateRules } from './reduce/update-rules.ts';
import type { SessionState } from './state.ts';
import type { Change, Subject } from './subject.ts';

/** The methods that change a session or report a change. */
export const sessionMethods = [
  'session/new',
  'session/load',
  'session/resume',
  'session/prompt',
  'session/cancel',
  'session/set_config_option',
  'session/request_permission',
] as const;

/** A method that changes a session or reports a change. */
export type SessionMethod = (typeof sessionMethods)[number];

/**
 * Reads the sessions of one dialect. Updates have the type of June, which is open: an update that only another dialect has is
 * one that June does not know.
 */
export interface SessionReader {
  /** The methods that the dialect has. */
  readonly methods: Readonly<Partial<Record<SessionMethod, MethodDefinition>>>;
  /** Reads the `update` of a notification. */
  decode(value: unknown, reading: Reading): Decoded<ReceivedSessionUpdate>;
  /** Returns the valid ones among the config options in an answer, in the form in which a state has them. */
  configOptions(items: readonly unknown[]): readonly SessionConfigOption[];
  readonly rules: UpdateRules;
  /** Returns the state after an update. */
  apply(state: SessionState, update: ReceivedSessionUpdate, at: Position): SessionState;
  /** Returns how an update changes its subject; `undefined` if it has none. */
  changeOf(update: ReceivedSessionUpdate): Change | undefined;
  /** Returns the update that patches these fields of a subject; without fields it only says that the subject exists. */
  patchOf(subject: Subject, fields: Readonly<Record<string, unknown>>): ReceivedSessionUpdate;
  /** Returns whether an update reports usage, of which only the latest counts. */
  isUsage(update: ReceivedSessionUpdate): boolean;
  /** Returns whether an update patches the title of the session and the time of its last change. */
  isInfo(update: ReceivedSessionUpdate): boolean;
}

import type { RequestId } from '../protocol/base/generated/rpc.ts';
import type { SessionConfigOption } from '../protocol/june/generated/config-option.ts';
import type { ReceivedSessionUpdate } from '../protocol/june/generated/proposal.ts';
import type { Reading } from '../protocol/reading/decode.ts';
import type { JsonObject } from '../protocol/reading/guard.ts';
import type { Decoded } from '../protocol/reading/issue.ts';
import type { MethodDefinition } from '../protocol/reading/method.ts';
import type { Position, SessionEvent } from './event.ts';
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
  'elicitation/create',
  'elicitation/complete',
] as const;

/** A method that changes a session or reports a change. */
export type SessionMethod = (typeof sessionMethods)[number];

/** An answer to a prompt: the result, or the error. */
export interface AnsweredPrompt {
  readonly requestId: RequestId;
  readonly result: JsonObject | undefined;
  readonly error: { readonly message: string; readonly code: number | undefined };
  readonly at: Position;
}

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
  /** Returns the event of an answer to a prompt. */
  promptAnswered(answer: AnsweredPrompt): SessionEvent;
  /** Returns the event of a permission request. */
  permissionAsked(requestId: RequestId, params: JsonObject, at: Position): SessionEvent;
  /** Returns whether the agent replays the session before it answers `session/resume` with these params. */
  isReplaying(params: JsonObject): boolean;
  /** Returns the state after an update. */
  apply(state: SessionState, update: ReceivedSessionUpdate, at: Position): SessionState;
  /** Returns how an update changes its subject; `undefined` if it has none. */
  changeOf(update: ReceivedSessionUpdate): Change | undefined;
  /** Returns the update that patches these fields of a subject; without fields it only says that the subject exists. */
  patchOf(subject: Subject, fields: Readonly<Record<string, unknown>>): ReceivedSessionUpdate;
  /** Returns whether an update reports usage. */
  isUsage(update: ReceivedSessionUpdate): boolean;
  /** Returns whether nothing of an earlier usage counts after a later one. */
  replacesUsage(earlier: ReceivedSessionUpdate, later: ReceivedSessionUpdate): boolean;
  /** Returns whether an update says what the agent is doing. */
  isActivity(update: ReceivedSessionUpdate): boolean;
  /** Returns whether an update is shown once and kept nowhere. */
  isNotice(update: ReceivedSessionUpdate): boolean;
  /** Returns whether an update patches the title of the session and the time of its last change. */
  isInfo(update: ReceivedSessionUpdate): boolean;
}

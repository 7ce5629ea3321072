import type { RequestPermissionOutcome } from '../protocol/base/generated/permission.ts';
import type { RequestId } from '../protocol/base/generated/rpc.ts';
import type { SessionConfigOption } from '../protocol/june/generated/config-option.ts';
import type { ContentBlock } from '../protocol/june/generated/content.ts';
import type { PermissionOption } from '../protocol/june/generated/permission.ts';
import type { StopReason } from '../protocol/june/generated/prompt.ts';
import type { ReceivedSessionUpdate } from '../protocol/june/generated/proposal.ts';
import type { ToolCallUpdate } from '../protocol/june/generated/tool-call.ts';
import type { Meta } from '../protocol/reading/guard.ts';
import type { Issue, Repair } from '../protocol/reading/issue.ts';

/** Where an event stands in the caller's own count: a line of a file, a position in a log. Diagnostics repeat it. */
interface Placed {
  readonly at?: number | undefined;
}

/** The agent sent a `session/update`; `repairs` are the parts that a lenient reading passed over. */
export interface UpdateEvent extends Placed {
  readonly type: 'update';
  readonly update: ReceivedSessionUpdate;
  readonly repairs?: readonly Repair[];
}

/** The agent sent something that cannot be read. */
export interface MalformedEvent extends Placed {
  readonly type: 'malformed';
  readonly issues: readonly Issue[];
}

/** Whoever passed an update on could read it only in parts; the update itself comes, or came, repaired. */
interface RepairedEvent extends Placed {
  readonly type: 'repaired';
  readonly repairs: readonly Repair[];
}

/** A `session/prompt` went out. */
export interface PromptEvent extends Placed {
  readonly type: 'prompt_sent';
  readonly prompt: readonly ContentBlock[];
  /** Lets {@link TurnEndEvent} name this turn when several are open. */
  readonly requestId?: RequestId | undefined;
}

/** The prompt was answered: with a stop reason, or with an error. */
export interface TurnEndEvent extends Placed {
  readonly type: 'turn_ended';
  readonly requestId?: RequestId | undefined;
  readonly stopReason?: StopReason | undefined;
  readonly error?: string | undefined;
}

/** A `session/cancel` went out. */
export interface CancelEvent extends Placed {
  readonly type: 'cancel_sent';
}

/** The agent asks for permission. */
export interface PermissionOpenEvent extends Placed {
  readonly type: 'permission_opened';
  readonly requestId: RequestId;
  readonly toolCall: ToolCallUpdate;
  readonly options: readonly PermissionOption[];
  readonly _meta?: Meta | null | undefined;
}

/** The question was answered, or the agent took it back. */
export interface PermissionAnswerEvent extends Placed {
  readonly type: 'permission_answered';
  readonly requestId: RequestId;
  readonly outcome?: RequestPermissionOutcome | undefined;
}

/** A `session/load` went out: the agent is about to tell the session from its start. */
export interface LoadStartEvent extends Placed {
  readonly type: 'load_started';
}

/** The load was answered. */
export interface LoadEndEvent extends Placed {
  readonly type: 'load_ended' | 'load_failed';
}

/** A response brought the complete list of config options. */
export interface ConfiguredEvent extends Placed {
  readonly type: 'configured';
  readonly configOptions: readonly SessionConfigOption[];
}

/** Everything that can change the state of a session. */
export type SessionEvent =
  | UpdateEvent
  | MalformedEvent
  | RepairedEvent
  | PromptEvent
  | TurnEndEvent
  | CancelEvent
  | PermissionOpenEvent
  | PermissionAnswerEvent
  | LoadStartEvent
  | LoadEndEvent
  | ConfiguredEvent;

import type { RequestPermissionOutcome } from '../protocol/base/generated/permission.ts';
import type { RequestId } from '../protocol/base/generated/rpc.ts';
import type { SessionConfigOption } from '../protocol/june/generated/config-option.ts';
import type { ContentBlock } from '../protocol/june/generated/content.ts';
import type { PermissionOption } from '../protocol/june/generated/permission.ts';
import type { StopReason } from '../protocol/june/generated/prompt.ts';
import type { ReceivedSessionUpdate } from '../protocol/june/generated/proposal.ts';
import type { ToolCallUpdate } from '../protocol/june/generated/tool-call.ts';
import type { Meta } from '../protocol/reading/guard.ts';

/** What stands where something was erased: when that was last, and how much is gone. */
export interface Tombstone {
  /** Milliseconds since 1970, as the caller gave them. */
  readonly at: number;
  /** UTF-8 bytes of the JSON text of everything that was erased here. */
  readonly bytes: number;
  /** How many entries lost something. */
  readonly entries: number;
}

interface Erasable {
  readonly erased?: Tombstone;
}

/** The agent sent a `session/update`. */
export interface LoggedUpdate extends Erasable {
  readonly type: 'update';
  readonly update: ReceivedSessionUpdate;
}

/** The client sent a prompt. */
export interface LoggedPrompt extends Erasable {
  readonly type: 'prompt_sent';
  readonly prompt: readonly ContentBlock[];
  readonly requestId?: RequestId;
}

/** The prompt was answered, with a stop reason or with an error. */
export interface LoggedTurnEnd {
  readonly type: 'turn_ended';
  readonly requestId?: RequestId;
  readonly stopReason?: StopReason;
  readonly error?: string;
}

/** The client cancelled the turn. */
export interface LoggedCancel {
  readonly type: 'cancel_sent';
}

/** The agent asked for permission. */
export interface LoggedPermission extends Erasable {
  readonly type: 'permission_opened';
  readonly requestId: RequestId;
  readonly toolCall: ToolCallUpdate;
  readonly options: readonly PermissionOption[];
  readonly _meta?: Meta | null;
}

/** The question was answered or taken back. */
export interface LoggedPermissionAnswer {
  readonly type: 'permission_answered';
  readonly requestId: RequestId;
  readonly outcome?: RequestPermissionOutcome;
}

/** A response carried the complete list of config options. */
export interface LoggedConfiguration extends Erasable {
  readonly type: 'configured';
  readonly configOptions: readonly SessionConfigOption[];
}

/** The session was loaded or resumed with these extra directories; earlier ones no longer count (C13). */
export interface LoggedOpening {
  readonly type: 'opened';
  readonly additionalDirectories: readonly string[];
}

/** Something that happened in a session and is worth remembering. */
export type LogEvent =
  | LoggedUpdate
  | LoggedPrompt
  | LoggedTurnEnd
  | LoggedCancel
  | LoggedPermission
  | LoggedPermissionAnswer
  | LoggedConfiguration
  | LoggedOpening;

/** An event at its place. Positions rise but may have gaps: what was erased or folded away leaves none behind. */
export interface LogEntry {
  readonly position: number;
  /** Milliseconds since 1970 when it was appended, as the caller gave them. */
  readonly at: number;
  readonly event: LogEvent;
}

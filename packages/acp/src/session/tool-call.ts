import type { ToolCallId, ToolCallLocation } from '../protocol/base/generated/tool-call.ts';
import type { ToolCallContent, ToolCallStatus, ToolKind } from '../protocol/june/generated/tool-call.ts';
import type { Meta } from '../protocol/reading/guard.ts';
import type { Sequence } from './structures/sequence.ts';

/** A tool call as it stands now. */
export interface ToolCall {
  readonly toolCallId: ToolCallId;
  readonly title: string | undefined;
  /** Undefined stands for `other`. */
  readonly kind: ToolKind | undefined;
  /** Undefined stands for `pending`. */
  readonly status: ToolCallStatus | undefined;
  readonly content: Sequence<ToolCallContent>;
  readonly locations: readonly ToolCallLocation[];
  readonly rawInput: unknown;
  readonly rawOutput: unknown;
  readonly _meta: Meta | undefined;
  /** Whether the person cancelled it while it was unfinished, and it has not finished since. */
  readonly isCancelled: boolean;
  /** The number of the turn that changed it last, counted from the session's first, or -1 outside of every turn. */
  readonly turn: number;
  /** How many items a limit has dropped from the front of the content. */
  readonly droppedItems: number;
  /** The fingerprint of a `rawInput` that was too long to be kept, by which the same one is known again. */
  readonly droppedRawInput: string | undefined;
  /** The same of a `rawOutput`. */
  readonly droppedRawOutput: string | undefined;
}

/** Whether a status is one that a tool call does not leave again. */
export function isFinal(status: ToolCallStatus | undefined): boolean {
  return status === 'completed' || status === 'failed';
}

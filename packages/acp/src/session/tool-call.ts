import type { ToolCallId, ToolCallLocation } from '../protocol/base/generated/tool-call.ts';
import type { ToolCallContent, ToolCallStatus, ToolKind } from '../protocol/june/generated/tool-call.ts';
import type { Meta } from '../protocol/reading/guard.ts';
import type { Sequence } from './structures/sequence.ts';

/** A tool call in its current state. */
export interface ToolCall {
  readonly toolCallId: ToolCallId;
  readonly title: string | undefined;
  /** Undefined means `other`. */
  readonly kind: ToolKind | undefined;
  /** Undefined means `pending`. */
  readonly status: ToolCallStatus | undefined;
  readonly content: Sequence<ToolCallContent>;
  readonly locations: readonly ToolCallLocation[];
  readonly rawInput: unknown;
  readonly rawOutput: unknown;
  readonly _meta: Meta | undefined;
  /** Whether the user cancelled it while it was unfinished, and it has not finished since. */
  readonly isCancelled: boolean;
  /** The number of the turn that ran when it last changed, or -1 if none did. */
  readonly turn: number;
  /** Number of items that a limit has dropped from the start of the content. */
  readonly droppedItems: number;
  /** The fingerprint of a `rawInput` that was too long to keep, by which the same one is recognised. */
  readonly droppedRawInput: string | undefined;
  /** The same of a `rawOutput`. */
  readonly droppedRawOutput: string | undefined;
}

/** Returns whether a status is `completed` or `failed`. */
export function isFinal(status: ToolCallStatus | undefined): boolean {
  return status === 'completed' || status === 'failed';
}

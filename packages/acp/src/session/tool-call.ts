import type { ToolCallId, ToolCallLocation } from '../protocol/base/generated/tool-call.ts';
import type {
  ToolCallContent as JuneToolCallContent,
  ToolCallStatus,
  ToolCallUpdate,
  ToolKind,
} from '../protocol/june/generated/tool-call.ts';
import type {
  ToolCallContent as NovemberToolCallContent,
  ToolCallCapabilities,
} from '../protocol/november/generated/tool-call.ts';
import type { Meta } from '../protocol/reading/guard.ts';
import type { Sequence } from './structures/sequence.ts';

/** An item of the content of a tool call, in the form of the dialect in which it came. */
export type ToolCallContent = JuneToolCallContent | NovemberToolCallContent;

/** A tool call in its current state. */
export interface ToolCall {
  readonly toolCallId: ToolCallId;
  /** The name of the tool, if the agent said it. */
  readonly name: string | undefined;
  readonly title: string | undefined;
  /** Undefined means `other`. */
  readonly kind: ToolKind | undefined;
  /** Undefined means `pending`. */
  readonly status: ToolCallStatus | undefined;
  readonly content: Sequence<ToolCallContent>;
  readonly locations: readonly ToolCallLocation[];
  readonly rawInput: unknown;
  readonly rawOutput: unknown;
  /** What can be done with it now. */
  readonly capabilities: ToolCallCapabilities | undefined;
  readonly _meta: Meta | undefined;
  /** Whether its status is final in the dialect of the agent. */
  readonly isFinished: boolean;
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

/** A patch of a tool call in either draft. */
export type ToolCallPatch = Omit<ToolCallUpdate, 'content'> & {
  readonly name?: string | null;
  readonly capabilities?: ToolCallCapabilities | null;
  readonly content?: readonly ToolCallContent[] | null;
};

/** Returns whether an item has a form that June has, too: all but a diff with `changes`. */
export function isJuneContent(item: ToolCallContent): item is JuneToolCallContent {
  return item.type !== 'diff' || !('changes' in item);
}

/** Returns whether a status is `completed` or `failed`. In November `cancelled` is final, too: {@link ToolCall.isFinished} knows. */
export function isFinal(status: ToolCallStatus | undefined): boolean {
  return status === 'completed' || status === 'failed';
}

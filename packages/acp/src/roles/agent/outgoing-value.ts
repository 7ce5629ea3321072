import type { KnownPermissionOptionKind, PermissionOption } from '../../protocol/june/generated/permission.ts';
import type { KnownPlanEntryPriority, KnownPlanEntryStatus, PlanEntry } from '../../protocol/june/generated/plan.ts';
import type { KnownStopReason } from '../../protocol/june/generated/prompt.ts';
import type { KnownToolCallStatus, KnownToolKind, ToolCallUpdate } from '../../protocol/june/generated/tool-call.ts';
import type { WrittenToolCallContent } from '../outgoing-content.ts';

declare const origin: unique symbol;

/** A value that somebody else wrote, and that is passed on whatever it is; `forwarded` makes it. */
export type Forwarded = string & { readonly [origin]: 'elsewhere' };

/**
 * A value as an author writes it: one that the draft names, or one of the author's own, which begins with an underscore (B13).
 * What is read is open to any text; what is written is not, so that a slip does not compile.
 */
export type Written<Known extends string> = Known | `_${string}` | Forwarded;

/** Passes a value on as it was read, whether or not we know it (P1): `return forwarded(answer.stopReason)`. */
export function forwarded(value: string): Forwarded {
  return value as Forwarded;
}

/** Why a turn ended, as the agent says it. */
export type WrittenStopReason = Written<KnownStopReason>;

/** A step of a plan, as the agent writes it. */
export interface WrittenPlanEntry extends Omit<PlanEntry, 'priority' | 'status'> {
  readonly priority: Written<KnownPlanEntryPriority>;
  readonly status: Written<KnownPlanEntryStatus>;
}

/** A choice that the agent offers. */
export interface WrittenPermissionOption extends Omit<PermissionOption, 'kind'> {
  readonly kind: Written<KnownPermissionOptionKind>;
}

/** A tool call as the agent reports it: omitted leaves, null clears, a value replaces. */
export interface WrittenToolCall extends Omit<ToolCallUpdate, 'kind' | 'status' | 'content'> {
  readonly kind?: Written<KnownToolKind> | null;
  readonly status?: Written<KnownToolCallStatus> | null;
  /** All that it shows; `[]` clears as null does. */
  readonly content?: readonly WrittenToolCallContent[] | null;
}

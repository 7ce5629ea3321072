import type { KnownPermissionOptionKind, PermissionOption } from '../../protocol/june/generated/permission.ts';
import type { KnownPlanEntryPriority, KnownPlanEntryStatus, PlanEntry } from '../../protocol/june/generated/plan.ts';
import type { KnownStopReason } from '../../protocol/june/generated/prompt.ts';
import type { KnownToolCallStatus, KnownToolKind, ToolCallUpdate } from '../../protocol/june/generated/tool-call.ts';
import type { OutgoingToolCallContent } from '../outgoing-content.ts';

declare const origin: unique symbol;

/** A value that was received and is passed on unchanged; made by `forwarded`. */
export type Forwarded = string & { readonly [origin]: 'elsewhere' };

/**
 * A value that an agent may send: one that the protocol names, or an extension, which begins with an underscore. Received values may
 * be any text; sent values may not, so that a typo does not compile.
 */
export type Outgoing<Known extends string> = Known | `_${string}` | Forwarded;

/** Marks a received value to be passed on unchanged, even if it is unknown: `return forwarded(answer.stopReason)`. */
export function forwarded(value: string): Forwarded {
  return value as Forwarded;
}

/** A stop reason that an agent sends. */
export type OutgoingStopReason = Outgoing<KnownStopReason>;

/** An entry of a plan that an agent sends. */
export interface OutgoingPlanEntry extends Omit<PlanEntry, 'priority' | 'status'> {
  readonly priority: Outgoing<KnownPlanEntryPriority>;
  readonly status: Outgoing<KnownPlanEntryStatus>;
}

/** A permission option that an agent offers. */
export interface OutgoingPermissionOption extends Omit<PermissionOption, 'kind'> {
  readonly kind: Outgoing<KnownPermissionOptionKind>;
}

/** A tool call that an agent reports: an omitted field stays, null clears it, a value replaces it. */
export interface OutgoingToolCall extends Omit<ToolCallUpdate, 'kind' | 'status' | 'content'> {
  /** The name by which the model calls the tool, such as `Bash`. */
  readonly name?: string | null;
  readonly kind?: Outgoing<KnownToolKind> | null;
  readonly status?: Outgoing<KnownToolCallStatus | 'paused' | 'cancelled'> | null;
  /** The whole content; `[]` clears it, as null does. */
  readonly content?: readonly OutgoingToolCallContent[] | null;
}

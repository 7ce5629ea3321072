import type { PermissionOption, RequestId, ToolCallId } from '../protocol/v2/index.ts';

/** A question of the agent that waits for an answer. */
export interface OpenPermission {
  readonly requestId: RequestId;
  /** The tool call it is about. */
  readonly toolCallId: ToolCallId;
  readonly options: readonly PermissionOption[];
}

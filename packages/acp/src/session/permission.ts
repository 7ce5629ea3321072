import type { RequestId } from '../protocol/base/generated/rpc.ts';
import type { ToolCallId } from '../protocol/base/generated/tool-call.ts';
import type { PermissionOption } from '../protocol/june/generated/permission.ts';

/** A question of the agent that waits for an answer. */
export interface OpenPermission {
  readonly requestId: RequestId;
  /** The tool call it is about. */
  readonly toolCallId: ToolCallId;
  readonly options: readonly PermissionOption[];
}

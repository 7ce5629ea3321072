import type { RequestId } from '../protocol/base/generated/rpc.ts';
import type { ToolCallId } from '../protocol/base/generated/tool-call.ts';
import type { PermissionOption } from '../protocol/june/generated/permission.ts';

/** A permission request that waits for an answer. */
export interface OpenPermission {
  readonly requestId: RequestId;
  /** The tool call that needs permission. */
  readonly toolCallId: ToolCallId;
  readonly options: readonly PermissionOption[];
}

import type { RequestId } from '../protocol/base/generated/rpc.ts';
import type { ToolCallId } from '../protocol/base/generated/tool-call.ts';
import type { PermissionOption } from '../protocol/june/generated/permission.ts';
import type { RequestPermissionSubject } from '../protocol/november/generated/permission.ts';

/** A permission request that waits for an answer. */
export interface OpenPermission {
  readonly requestId: RequestId;
  /** The tool call that needs permission. Only a November agent may ask about something else. */
  readonly toolCallId?: ToolCallId;
  readonly options: readonly PermissionOption[];
  /** The question, if the agent put it into words. */
  readonly title?: string;
  readonly description?: string;
  /** What permission is asked for. Of a tool call it has only the id; the state has the rest in its own place. */
  readonly subject?: RequestPermissionSubject;
}

import type { RequestPermissionRequest } from '../../protocol/june/generated/permission.ts';
import { isKnownToolKind, type ToolCallUpdate } from '../../protocol/june/generated/tool-call.ts';
import type { RequestPermissionSubject } from '../../protocol/november/generated/permission.ts';
import { toolKindLabels } from '../../protocol/tool-kind-labels.ts';
import type { PermissionOpenEvent } from '../../session/event.ts';
import { patched } from '../../session/reduce/patch.ts';
import type { ToolCall } from '../../session/tool-call.ts';
import type { QuestionSubject } from './open-questions.ts';

/** A permission request of an agent, in whatever dialect it was asked. */
export interface PermissionRequest extends RequestPermissionRequest {
  /** The question to show. For agents that ask by tool call only, it is the title of the tool call. */
  readonly title: string;
  /** Details for the user. */
  readonly description?: string | null;
  /**
   * What permission is asked for, if the agent says so. `toolCall` is always there: for a command or another subject it describes
   * that subject, and the session has no tool call with its id unless the subject names one.
   */
  readonly subject?: RequestPermissionSubject | null;
}

/** A permission request as it was read: for the author's handler, and for the state of the session. */
export interface ReadPermission {
  readonly request: PermissionRequest;
  readonly event: Omit<PermissionOpenEvent, 'requestId'>;
  readonly subject: QuestionSubject;
}

/** Returns the stored tool call with an id, in the session of a permission request. */
export type StoredCall = (sessionId: string, toolCallId: string) => ToolCall | undefined;

/** Returns the title of a permission request that has none: that of its tool call, or a label for the kind of the call. */
export function titleOf(asked: ToolCallUpdate, stored: ToolCall | undefined): string {
  const title = patched(stored?.title, asked.title);
  if (title !== undefined && title !== '') return title;
  const kind = patched(stored?.kind, asked.kind) ?? 'other';
  return isKnownToolKind(kind) ? toolKindLabels[kind] : toolKindLabels.other;
}

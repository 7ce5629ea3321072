import type { PermissionOpenEvent } from './event.ts';
import type { ToolCallPatch } from './tool-call.ts';

/** What names the tool call in a permission request of either draft. */
type Asked = Pick<PermissionOpenEvent, 'toolCall' | 'subject'>;

/** Returns the patch of a tool call in a permission request; undefined if it is about something else. */
export function toolCallOf({ toolCall, subject }: Asked): ToolCallPatch | undefined {
  if (toolCall !== undefined) return toolCall;
  return subject?.type === 'tool_call' ? (subject['toolCall'] as ToolCallPatch) : undefined;
}

/** Returns the id of the tool call that a permission request is about; a command may name one, too. */
export function toolCallIdOf(asked: Asked): string | undefined {
  const { subject } = asked;
  const named = subject?.type === 'command' ? subject['toolCallId'] : undefined;
  return toolCallOf(asked)?.toolCallId ?? (typeof named === 'string' ? named : undefined);
}

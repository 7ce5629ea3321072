import type { ToolCallUpdate } from '../../../protocol/june/generated/tool-call.ts';
import type { RequestPermissionRequest } from '../../../protocol/november/generated/permission.ts';
import { present } from '../../../protocol/reading/optional.ts';
import { toolCallIdOf, toolCallOf } from '../../../session/permission-request.ts';
import type { ReadPermission } from '../permission-request.ts';

/** Returns a permission request of a November agent for the author's handler and for the state; `mintId` returns an id that no tool call has. */
export function askedPermission(request: RequestPermissionRequest, mintId: () => string): ReadPermission {
  const { title, description, subject, options, _meta } = request;
  const { command, cwd, terminalId } = commandIn(subject);
  const toolCallId = toolCallIdOf({ subject });
  const described = (): ToolCallUpdate => ({
    toolCallId: toolCallId ?? mintId(),
    title: command ?? title,
    kind: command === undefined ? 'other' : 'execute',
    status: 'pending',
    ...(command === undefined ? {} : { rawInput: { command, cwd } }),
  });
  const toolCall = (toolCallOf({ subject }) as ToolCallUpdate | undefined) ?? described();
  return {
    request: { ...request, toolCall },
    event: { type: 'permission_opened', dialect: 'november', title, description, subject, options, _meta },
    subject: present({ toolCallId, terminalId }),
  };
}

/** What a subject says if it is a command. */
interface Command {
  readonly command?: string;
  readonly cwd?: string;
  readonly terminalId?: string | null;
}

function commandIn(subject: RequestPermissionRequest['subject']): Command {
  return subject?.type === 'command' ? (subject as Command) : {};
}

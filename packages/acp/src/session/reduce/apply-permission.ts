import type { RequestId } from '../../protocol/base/generated/rpc.ts';
import type { RequestPermissionSubject } from '../../protocol/november/generated/permission.ts';
import type { BackgroundWork } from '../../protocol/november/generated/state.ts';
import type { PermissionOpenEvent } from '../event.ts';
import { OpenPermissions } from '../open-permissions.ts';
import { toolCallIdOf, toolCallOf } from '../permission-request.ts';
import { type SessionState, withTracking } from '../state.ts';
import type { ToolCallPatch } from '../tool-call.ts';
import { applyToolCall } from './apply-tool-call.ts';
import { markRunning } from './heard.ts';
import { quoted, reported } from './report.ts';
import type { UpdateRules } from './update-rules.ts';

/** Returns the permission requests that a cancel leaves open: those about work that the agent lists in the background. */
export function permissionsAfterCancel(state: SessionState): OpenPermissions {
  const { background } = state.rare.told ?? {};
  if (background === undefined || background.length === 0) return OpenPermissions.none;
  const goingOn = new Set(background.map((item) => subjectOfWork(item)));
  let kept = OpenPermissions.none;
  for (const permission of state.permissions) {
    const { toolCallId, subject } = permission;
    const { terminalId } = (subject ?? {}) as { terminalId?: unknown };
    const isKept =
      (toolCallId !== undefined && goingOn.has(`tool_call ${toolCallId}`)) ||
      (typeof terminalId === 'string' && goingOn.has(`terminal ${terminalId}`));
    if (isKept) kept = kept.with(permission);
  }
  return kept;
}

function subjectOfWork(item: BackgroundWork): string {
  const { type, toolCallId, terminalId } = item as { type: string; toolCallId?: unknown; terminalId?: unknown };
  return `${type} ${type === 'terminal' ? terminalId : toolCallId}`;
}

/** Opens a permission request, and patches its tool call as an update does. */
export function applyPermission(state: SessionState, event: PermissionOpenEvent, rules: UpdateRules): SessionState {
  const toolCall = toolCallOf(event);
  const toolCallId = toolCallIdOf(event);
  let next = markRunning(state);
  if (toolCall !== undefined) next = applyToolCall(next, toolCall, rules, event.at);
  if (!rules.announcesByPermission && toolCallId !== undefined && state.toolCalls.indexOf(toolCallId) === -1) {
    const detail = `permission is asked for ${quoted(toolCallId)}, which had not been reported`;
    next = reported(next, 'permission_unannounced', event.at, detail);
  }
  const { requestId, options, title, description, subject } = event;
  const permissions = next.tracking.permissions.with({
    requestId,
    ...(toolCallId === undefined ? {} : { toolCallId }),
    options,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined || description === null ? {} : { description }),
    ...(subject === undefined || subject === null ? {} : { subject: subjectShown(subject) }),
  });
  return withTracking(next, { ...next.tracking, permissions });
}

/** Returns the subject of a request without what its tool call says, which the state has in its own place. */
function subjectShown(subject: RequestPermissionSubject): RequestPermissionSubject {
  if (subject.type !== 'tool_call') return subject;
  const { toolCallId } = subject['toolCall'] as ToolCallPatch;
  return { type: 'tool_call', toolCall: { toolCallId } };
}

/** Closes a permission request. */
export function applyAnswer(state: SessionState, { requestId }: { readonly requestId: RequestId }): SessionState {
  const { tracking } = state;
  const permissions = tracking.permissions.without(requestId);
  return permissions === tracking.permissions ? state : withTracking(state, { ...tracking, permissions });
}

import type { RequestPermissionRequest } from '@emend/acp/protocol/june';
import type { ToolCall } from '@emend/acp/session';
import { permissionSubject } from './permission-subject.ts';

/** How permission requests are answered without asking. */
type PermissionPolicy = 'reject' | 'allow';

/** Returns the answer to a permission request when nobody is asked; an approval only with `allow`. */
export function unattendedAnswer(
  request: RequestPermissionRequest,
  policy: PermissionPolicy = 'reject',
): string | { readonly outcome: 'cancelled' } {
  const wanted = policy === 'allow' ? 'allow_once' : 'reject_once';
  return request.options.find(({ kind }) => kind === wanted)?.optionId ?? { outcome: 'cancelled' };
}

/** Returns how a request was answered and what it was for, including its command; further lines are marked. */
export function unattendedWords(
  request: RequestPermissionRequest,
  call: ToolCall | undefined,
  answer: ReturnType<typeof unattendedAnswer>,
  policy: PermissionPolicy | undefined,
): string {
  const how = typeof answer !== 'string' ? 'cancelled' : policy === 'allow' ? 'given' : 'rejected';
  const why = policy === undefined ? 'since nobody can be asked here' : `as --permissions ${policy} says`;
  const { action, leftOut } = permissionSubject({ ...request, toolCall: { ...request.toolCall, content: [] } }, call);
  const [head = '', ...rest] = action.flatMap(({ text }) => text.split('\n'));
  const lost = leftOut > 0 ? [`  (${leftOut} more characters)`] : [];
  return [`Permission was ${how}, ${why}: ${head}`, ...rest.map((line) => `  | ${line}`), ...lost].join('\n');
}

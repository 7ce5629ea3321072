import type { PermissionDecision } from '@emend/acp/permissions';
import type { RequestPermissionRequest } from '@emend/acp/protocol/june';
import type { ToolCall } from '@emend/acp/session';
import { ruleWords } from '../options/permission-file.ts';
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
  return answerWords(request, call, `${how}, ${why}`);
}

/** Returns how the rules of a file answered a request, and what it was for. */
export function decidedWords(
  request: RequestPermissionRequest,
  call: ToolCall | undefined,
  decision: PermissionDecision,
  file: string,
): string {
  const how = decision.decision === 'allow' ? 'given' : 'rejected';
  return answerWords(request, call, `${how} by ${ruleWords(decision, file)}`);
}

function answerWords(request: RequestPermissionRequest, call: ToolCall | undefined, how: string): string {
  const { action, leftOut } = permissionSubject({ ...request, toolCall: { ...request.toolCall, content: [] } }, call);
  const [head = '', ...rest] = action.flatMap(({ text }) => text.split('\n'));
  const lost = leftOut > 0 ? [`  (${leftOut} more characters)`] : [];
  return [`Permission was ${how}: ${head}`, ...rest.map((line) => `  | ${line}`), ...lost].join('\n');
}

import type { RequestPermissionRequest } from '../../protocol/june/generated/permission.ts';
import type { Actor } from '../../session/actor.ts';
import { decideByPolicy } from '../decide-by-policy.ts';
import { type PermissionAnswer, readPermissionAnswer } from './permission-answer.ts';
import type { AgentSession } from './session.ts';
import type { SessionLink } from './session-link.ts';

/** An answer that no client gave. */
interface PolicyAnswer {
  readonly answer: PermissionAnswer;
  readonly by: Actor;
}

/**
 * Returns the answer of the agent's `permissionPolicy` to a request, and reports what it decided; undefined if somebody has to be asked.
 * It is the same whoever has the session open, and if nobody has.
 */
export function policyAnswer(
  session: AgentSession,
  { definition: { permissionPolicy }, report }: Pick<SessionLink, 'definition' | 'report'>,
  request: RequestPermissionRequest,
  requestId: string,
): PolicyAnswer | undefined {
  if (permissionPolicy === undefined) return undefined;
  const { id: sessionId, cwd, history } = session;
  try {
    const { toolCallId } = request.toolCall;
    const call = history?.toolCalls.get(toolCallId);
    const known = session.saidInTurn(toolCallId);
    const { decision, question } = decideByPolicy(permissionPolicy, request, { cwd, call, known });
    report({ type: 'permission-decided', sessionId, requestId, request, question, decision });
    const { outcome, rule, name } = decision;
    if (outcome === undefined) return undefined;
    const words = rule === undefined ? name : `rule ${rule}${name === undefined ? '' : ` (${name})`}`;
    const by = { client: 'policy', ...(words === undefined ? {} : { name: words }) };
    return { answer: readPermissionAnswer({ outcome }, request.options), by };
  } catch (error) {
    report({ type: 'policy-failed', sessionId, requestId, error });
    return undefined;
  }
}

import { type CallFacts, noFacts, patchFacts } from '../../permissions/call-facts.ts';
import type { PermissionDecision } from '../../permissions/policy.ts';
import { permissionQuestion } from '../../permissions/question.ts';
import type { RequestPermissionOutcome } from '../../protocol/base/generated/permission.ts';
import type { RequestId } from '../../protocol/base/generated/rpc.ts';
import type { ToolCall } from '../../session/tool-call.ts';
import { report } from '../event-report.ts';
import type { ClientOptions } from './options.ts';
import type { PermissionRequest } from './permission-request.ts';

/** A permission request, and what is known about it. */
interface Asked {
  readonly request: PermissionRequest;
  /** The tool call as the session has it. */
  readonly call: ToolCall | undefined;
  readonly cwd: string;
  readonly requestId: RequestId;
  readonly sessionId: string;
}

/** Returns how the policy of the client answers a request, and reports it; undefined if somebody has to be asked. */
export function policyDecision(
  options: ClientOptions,
  { request, call, cwd, requestId, sessionId }: Asked,
): RequestPermissionOutcome | undefined {
  if (options.permissionPolicy === undefined) return undefined;
  try {
    const known = call === undefined ? noFacts : factsOf(call);
    const decision = options.permissionPolicy(permissionQuestion(request, { cwd, known }));
    checkOffered(decision, request);
    report(options, { type: 'permission-decided', sessionId, requestId, request, decision });
    return decision.outcome;
  } catch (error) {
    report(options, { type: 'policy-failed', sessionId, requestId, error });
    return undefined;
  }
}

/** A policy may be any function of the author. */
function checkOffered({ outcome }: PermissionDecision, { options }: PermissionRequest): void {
  if (outcome?.outcome !== 'selected' || options.some(({ optionId }) => optionId === outcome.optionId)) return;
  throw new TypeError('permissionPolicy chose an option that the agent did not offer.');
}

/** What a limit has dropped may have named further paths. */
function factsOf(call: ToolCall): CallFacts {
  const facts = patchFacts(noFacts, call);
  const isCut = call.droppedItems > 0 || call.droppedRawInput !== undefined;
  return isCut ? { ...facts, isCut } : facts;
}

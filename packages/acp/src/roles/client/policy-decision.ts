import type { CallFacts } from '../../permissions/call-facts.ts';
import type { RequestPermissionOutcome } from '../../protocol/base/generated/permission.ts';
import type { RequestId } from '../../protocol/base/generated/rpc.ts';
import type { ToolCall } from '../../session/tool-call.ts';
import { decideByPolicy } from '../decide-by-policy.ts';
import { report } from '../event-report.ts';
import type { ClientOptions } from './options.ts';
import type { PermissionRequest } from './permission-request.ts';

/** A permission request, and what is known about it. */
interface Asked {
  readonly request: PermissionRequest;
  /** The tool call as the session has it. */
  readonly call: ToolCall | undefined;
  /** What was said of it in the turn that runs. */
  readonly known: CallFacts;
  readonly cwd: string;
  readonly requestId: RequestId;
  readonly sessionId: string;
}

/** Returns how the policy of the client answers a request, and reports it; undefined if somebody has to be asked. */
export function policyDecision(
  options: ClientOptions,
  { request, call, known, cwd, requestId, sessionId }: Asked,
): RequestPermissionOutcome | undefined {
  if (options.permissionPolicy === undefined) return undefined;
  try {
    const { decision } = decideByPolicy(options.permissionPolicy, request, { cwd, call, known });
    report(options, { type: 'permission-decided', sessionId, requestId, request, decision });
    return decision.outcome;
  } catch (error) {
    report(options, { type: 'policy-failed', sessionId, requestId, error });
    return undefined;
  }
}

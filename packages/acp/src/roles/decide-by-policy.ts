import { type CallFacts, noFacts, patchFacts } from '../permissions/call-facts.ts';
import type { DecidePermission } from '../permissions/decide.ts';
import type { PermissionDecision } from '../permissions/policy.ts';
import { type PermissionQuestion, permissionQuestion } from '../permissions/question.ts';
import type { PermissionOption } from '../protocol/base/generated/permission.ts';
import type { ToolCall } from '../session/tool-call.ts';

/** What is known about a permission request besides its params. */
interface Known {
  readonly cwd: string;
  /** The tool call as the session has it. */
  readonly call: ToolCall | undefined;
  /** What was said of it in the turn that runs. */
  readonly known: CallFacts;
}

/** What a policy was asked, and how it decided. */
interface Decided {
  readonly question: PermissionQuestion;
  readonly decision: PermissionDecision;
}

/** Returns how a policy decides about a permission request. Throws if the policy fails, or chooses an option that the agent did not offer. */
export function decideByPolicy(
  policy: DecidePermission,
  request: { readonly options: readonly PermissionOption[] },
  { cwd, call, known }: Known,
): Decided {
  const question = permissionQuestion(request, { cwd, known, earlier: call && factsOf(call) });
  const decision = policy(question);
  const { outcome } = decision;
  // A policy may be any function of the author.
  if (outcome?.outcome === 'selected' && !request.options.some(({ optionId }) => optionId === outcome.optionId))
    throw new TypeError('permissionPolicy chose an option that the agent did not offer.');
  return { question, decision };
}

/** What a limit has dropped may have named further paths. */
function factsOf(call: ToolCall): CallFacts {
  const facts = patchFacts(noFacts, call);
  const isCut = call.droppedItems > 0 || call.droppedRawInput !== undefined;
  return isCut ? { ...facts, isCut } : facts;
}

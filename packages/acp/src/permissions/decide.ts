import type { PermissionOption, PermissionOptionKind } from '../protocol/base/generated/permission.ts';
import { formatIssue } from '../protocol/reading/issue.ts';
import { firstOfKinds } from './offered-option.ts';
import { normalPath, type RealPath } from './place.ts';
import type { AskReason, PermissionDecision, PermissionPolicy, PermissionRule, WrittenPolicy } from './policy.ts';
import type { PermissionQuestion } from './question.ts';
import { readPolicy } from './read-policy.ts';
import { matchRule, type RuleMatch, type Situation, situationOf } from './rule-match.ts';

/** Decides a permission request by the rules of a policy. */
export type DecidePermission = (question: PermissionQuestion) => PermissionDecision;

/** Options of {@link permissionPolicy}. */
export interface PolicyOptions {
  /**
   * Returns where a path really leads. Default: links are not known and only `..` is followed, which is all that a browser can do; use
   * `realPath` of `@emend/acp/node` where the files are.
   */
  readonly realPath?: RealPath;
}

/** Returns a function that decides permission requests by the rules of a policy. Throws a `TypeError` if the policy is malformed. */
export function permissionPolicy(
  policy: WrittenPolicy,
  { realPath = normalPath }: PolicyOptions = {},
): DecidePermission {
  const read = readPolicy(policy);
  if (!read.ok) throw new TypeError(`The permission policy is malformed: ${read.issues.map(formatIssue).join('; ')}.`);
  return (question) => decide(read.value, question, realPath);
}

/** Returns how a policy decides a question; the first rule that matches counts. */
export function decide(
  { rules }: PermissionPolicy,
  question: PermissionQuestion,
  realPath: RealPath,
): PermissionDecision {
  const situation = situationOf(question, realPath);
  const earlier = question.earlier && situationOf(question.earlier, realPath);
  for (const [index, rule] of rules.entries()) {
    const match = matchWidely(rule, situation, earlier);
    if (match === false) continue;
    const by = { rule: index + 1, name: rule.name };
    if (rule.decision === 'ask') return asking(by, 'rule');
    return match === 'unlocated' ? asking(by, 'no-path') : answered(rule, by, question.options);
  }
  return asking({ rule: undefined, name: undefined }, 'no-rule');
}

/** What was said before the turn is a reason to reject or to ask, and none to allow. */
function matchWidely(rule: PermissionRule, now: Situation, earlier: Situation | undefined): RuleMatch {
  const match = matchRule(rule, now);
  if (match === true || earlier === undefined || rule.decision === 'allow') return match;
  return matchRule(rule, earlier) || match;
}

type By = Pick<PermissionDecision, 'rule' | 'name'>;

function asking(by: By, asks: AskReason): PermissionDecision {
  return { decision: 'ask', ...by, outcome: undefined, option: undefined, asks };
}

function answered(
  { decision, always }: PermissionRule,
  by: By,
  options: readonly PermissionOption[],
): PermissionDecision {
  const once = `${decision}_once`;
  const kinds: readonly PermissionOptionKind[] = always === true ? [`${decision}_always`, once] : [once];
  const option = firstOfKinds(options, kinds);
  if (option === undefined && decision === 'allow') return asking(by, 'no-option');
  const outcome =
    option === undefined
      ? ({ outcome: 'cancelled' } as const)
      : ({ outcome: 'selected', optionId: option.optionId } as const);
  return { decision, ...by, outcome, option, asks: undefined };
}

export { addContent, type CallFacts, noFacts, patchFacts, updatedFacts } from './call-facts.ts';
export { type DecidePermission, type PolicyOptions, permissionPolicy } from './decide.ts';
export { plainOption } from './offered-option.ts';
export type { RealPath } from './place.ts';
export type {
  AskReason,
  ListCondition,
  PermissionDecision,
  PermissionPolicy,
  PermissionRule,
  PolicyDecision,
  WrittenPolicy,
  WrittenRule,
} from './policy.ts';
export { type PolicyText, readPolicyText } from './policy-text.ts';
export { type PermissionQuestion, permissionQuestion, type QuestionContext } from './question.ts';
export { readPolicy } from './read-policy.ts';
export { TurnCalls } from './turn-calls.ts';

import { decide } from '../decide.ts';
import type { RealPath } from '../place.ts';
import { normalPath } from '../place.ts';
import type { PermissionDecision, WrittenRule } from '../policy.ts';
import { permissionQuestion } from '../question.ts';
import { readPolicy } from '../read-policy.ts';

/** The options that most agents offer. */
export const offered = [
  { optionId: 'always', name: 'Always', kind: 'allow_always' },
  { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
  { optionId: 'never', name: 'Never', kind: 'reject_always' },
];

/** A tool call of a request. */
export interface AskedCall {
  readonly kind?: string;
  readonly title?: string;
  readonly name?: string;
  readonly locations?: readonly { readonly path: string }[];
  readonly rawInput?: unknown;
  readonly content?: readonly unknown[];
}

/** Returns how rules decide about a tool call in a session in `/project`. */
export function decided(
  rules: readonly WrittenRule[],
  toolCall: AskedCall,
  realPath: RealPath = normalPath,
  options: readonly unknown[] = offered,
): PermissionDecision {
  const read = readPolicy({ rules });
  if (!read.ok) throw new TypeError(JSON.stringify(read.issues));
  return decide(read.value, permissionQuestion({ toolCall, options }, { cwd: '/project' }), realPath);
}

/** Returns the decision in short: what is decided and by which rule. */
export function verdict(...asked: Parameters<typeof decided>): string {
  const { decision, rule, asks } = decided(...asked);
  return [decision, rule ?? 'none', ...(asks === undefined || asks === 'rule' ? [] : [asks])].join(' ');
}

/** Returns a tool call that uses these files. */
export function using(kind: string, ...paths: readonly string[]): AskedCall {
  return { kind, locations: paths.map((path) => ({ path })) };
}

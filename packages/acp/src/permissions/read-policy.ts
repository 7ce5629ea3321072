import { isKnownToolKind } from '../protocol/base/generated/tool-call.ts';
import { describeFound } from '../protocol/reading/found.ts';
import { isObject, type JsonObject } from '../protocol/reading/guard.ts';
import type { Decoded, Issue, PathStep } from '../protocol/reading/issue.ts';
import { toolKindLabels } from '../protocol/tool-kind-labels.ts';
import {
  type ListCondition,
  listConditions,
  type PermissionPolicy,
  type PermissionRule,
  type PolicyDecision,
} from './policy.ts';

const decisions: readonly PolicyDecision[] = ['allow', 'reject', 'ask'];
const members: readonly string[] = ['decision', 'name', ...listConditions, 'always'];

/** No policy of a person is larger. */
const mostRules = 1_000;
const mostTexts = 1_000;
const longestText = 4_096;

/** Reads a permission policy from a parsed JSON value; the issues name every place that is wrong. */
export function readPolicy(value: unknown): Decoded<PermissionPolicy> {
  const issues: Issue[] = [];
  const rules = readRules(value, issues);
  return issues.length > 0 ? { ok: false, issues } : { ok: true, value: { rules }, repairs: [] };
}

function readRules(value: unknown, issues: Issue[]): readonly PermissionRule[] {
  if (!isObject(value)) {
    issues.push(issue([], 'an object with `rules`', value));
    return [];
  }
  for (const key of Object.keys(value)) {
    if (key !== 'rules') issues.push({ path: [key], expected: 'no such member', found: 'one' });
  }
  const { rules } = value;
  if (!Array.isArray(rules)) {
    issues.push(issue(['rules'], 'a list of rules', rules));
    return [];
  }
  if (rules.length > mostRules) {
    issues.push({ path: ['rules'], expected: `at most ${mostRules} rules`, found: `${rules.length} rules` });
    return [];
  }
  return rules.map((rule: unknown, index) => readRule(rule, ['rules', index], issues));
}

function readRule(value: unknown, path: readonly PathStep[], issues: Issue[]): PermissionRule {
  if (!isObject(value)) {
    issues.push(issue(path, 'a rule', value));
    return { decision: 'ask' };
  }
  for (const key of Object.keys(value)) {
    if (!members.includes(key))
      issues.push({ path: [...path, key], expected: `one of ${members.join(', ')}`, found: 'another member' });
  }
  const decision = decisions.find((each) => each === value['decision']);
  if (decision === undefined)
    issues.push(issue([...path, 'decision'], "'allow', 'reject' or 'ask'", value['decision']));
  const { name, always } = value;
  if (name !== undefined && !isName(name)) issues.push(issue([...path, 'name'], 'a text in one line', name));
  if (always !== undefined && typeof always !== 'boolean') issues.push(issue([...path, 'always'], 'a boolean', always));
  if (always === true && decision === 'ask')
    issues.push({ path: [...path, 'always'], expected: 'no such member in a rule that asks', found: 'boolean true' });
  if (value['outside'] !== undefined && decision === 'allow')
    issues.push({ path: [...path, 'outside'], expected: 'no such member in a rule that allows', found: 'one' });
  const conditions: { [condition in ListCondition]?: readonly string[] } = {};
  for (const condition of listConditions) {
    const texts = readTexts(value, condition, path, issues);
    if (texts !== undefined) conditions[condition] = texts;
  }
  return {
    decision: decision ?? 'ask',
    ...(isName(name) ? { name } : {}),
    ...conditions,
    ...(always === true ? { always } : {}),
  };
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 200 && !/\p{Cc}/u.test(value);
}

/** Reads one text or a list of them. */
function readTexts(
  rule: JsonObject,
  condition: ListCondition,
  path: readonly PathStep[],
  issues: Issue[],
): readonly string[] | undefined {
  const value = rule[condition];
  if (value === undefined) return undefined;
  const place = [...path, condition];
  const texts: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (texts.length === 0 || texts.length > mostTexts) {
    issues.push({
      path: place,
      expected: `a text, or a list of 1 to ${mostTexts}`,
      found: `a list of ${texts.length}`,
    });
    return undefined;
  }
  const problem = problems[condition];
  for (const [index, text] of texts.entries()) {
    const at = Array.isArray(value) ? [...place, index] : place;
    if (typeof text !== 'string' || text === '' || text.length > longestText) issues.push(issue(at, 'a text', text));
    else {
      const expected = problem(text);
      if (expected !== undefined) issues.push(issue(at, expected, text));
    }
  }
  return texts.filter((text) => typeof text === 'string');
}

/** What a text of a condition has to be, if it is not. */
type Problem = (text: string) => string | undefined;

const problems: Readonly<Record<ListCondition, Problem>> = {
  kind: (kind) =>
    isKnownToolKind(kind) || kind.startsWith('_')
      ? undefined
      : `one of ${Object.keys(toolKindLabels).join(', ')}, or a kind that begins with _`,
  path: (path) => folderProblem(path) ?? globProblem(path),
  within: folderProblem,
  outside: folderProblem,
  tool: lineProblem,
  title: lineProblem,
  command: commandProblem,
};

function folderProblem(path: string): string | undefined {
  if (path.startsWith('~')) return 'a path without ~, which has no meaning here';
  if (/^[A-Za-z]:(?!\/)/.test(path) || path.includes('\\')) return 'a path with / between folders';
  return lineProblem(path);
}

function globProblem(path: string): string | undefined {
  if (/[{}]/.test(path)) return 'a path without { and }; write one path for each case';
  const folders = path.split('/');
  if (folders.some((name) => name !== '**' && name.includes('**'))) return 'a path with ** only between slashes';
  const wild = folders.findIndex((name) => /[*?]/.test(name));
  const rest = wild === -1 ? [] : folders.slice(wild);
  return rest.includes('..') ? 'a path without .. after * and ?' : undefined;
}

function lineProblem(text: string): string | undefined {
  return /\p{Cc}|\p{Surrogate}/u.test(text) ? 'a text without control characters' : undefined;
}

function commandProblem(text: string): string | undefined {
  return text.trim() === text ? undefined : 'a command without spaces around it';
}

function issue(path: readonly PathStep[], expected: string, value: unknown): Issue {
  return { path, expected, found: describeFound(value) };
}

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counts } from '../../../../test/support/counts.ts';
import { permissionPolicy } from './decide.ts';
import { jsonFault } from './json-fault.ts';
import { readPolicyText } from './policy-text.ts';

function problemsOf(value: unknown): readonly string[] {
  const read = readPolicyText(typeof value === 'string' ? value : JSON.stringify(value));
  return read.ok ? [] : read.problems;
}

test('[PE2] a policy is read, with texts and lists of them', () => {
  const rule = { decision: 'allow', name: 'reads', kind: 'read', path: ['a', 'b'], always: true };
  expect(readPolicyText(`\uFEFF${JSON.stringify({ rules: [rule, { decision: 'ask' }] })}`)).toEqual({
    ok: true,
    value: {
      rules: [
        { decision: 'allow', name: 'reads', kind: ['read'], path: ['a', 'b'], always: true },
        { decision: 'ask' },
      ],
    },
  });
});

test.each<[string, unknown, string]>([
  ['no object', [], 'expected an object with `rules`, found array.'],
  ['no rules', {}, 'rules: expected a list of rules, found nothing.'],
  ['another member', { rules: [], rule: [] }, 'rule: expected no such member, found one.'],
  ['a rule that is none', { rules: ['allow'] }, 'rules[0]: expected a rule, found string "allow".'],
  ['no decision', { rules: [{}] }, "rules[0].decision: expected 'allow', 'reject' or 'ask', found nothing."],
  [
    'an unknown decision',
    { rules: [{ decision: 'ask' }, { decision: 'deny' }] },
    "rules[1].decision: expected 'allow', 'reject' or 'ask', found string \"deny\".",
  ],
  [
    'an unknown condition',
    { rules: [{ decision: 'ask', kinds: 'read' }] },
    'rules[0].kinds: expected one of decision, name, kind, path, within, outside, tool, title, command, always, found another member.',
  ],
  [
    'an unknown kind',
    { rules: [{ decision: 'ask', kind: ['read', 'write'] }] },
    'rules[0].kind[1]: expected one of read, edit, delete, move, search, execute, think, fetch, switch_mode, other, or a kind that begins with _, found string "write".',
  ],
  [
    'an empty list',
    { rules: [{ decision: 'allow', path: [] }] },
    'rules[0].path: expected a text, or a list of 1 to 1000, found a list of 0.',
  ],
  ['a number', { rules: [{ decision: 'allow', path: 7 }] }, 'rules[0].path: expected a text, found number 7.'],
  [
    'braces',
    { rules: [{ decision: 'allow', path: '*.{a,b}' }] },
    'rules[0].path: expected a path without { and }; write one path for each case, found string "*.{a,b}".',
  ],
  [
    'stars beside a name',
    { rules: [{ decision: 'allow', path: 'a**/b' }] },
    'rules[0].path: expected a path with ** only between slashes, found string "a**/b".',
  ],
  [
    '.. after a star',
    { rules: [{ decision: 'allow', path: '*/../b' }] },
    'rules[0].path: expected a path without .. after * and ?, found string "*/../b".',
  ],
  [
    'a home',
    { rules: [{ decision: 'allow', within: '~/a' }] },
    'rules[0].within: expected a path without ~, which has no meaning here, found string "~/a".',
  ],
  [
    'backslashes',
    { rules: [{ decision: 'allow', within: 'C:\\a' }] },
    'rules[0].within: expected a path with / between folders, found string "C:\\\\a".',
  ],
  [
    'outside in a rule that allows',
    { rules: [{ decision: 'allow', outside: '.' }] },
    'rules[0].outside: expected no such member in a rule that allows, found one.',
  ],
  [
    'always in a rule that asks',
    { rules: [{ decision: 'ask', always: true }] },
    'rules[0].always: expected no such member in a rule that asks, found boolean true.',
  ],
  [
    'a name in two lines',
    { rules: [{ decision: 'ask', name: 'a\nb' }] },
    'rules[0].name: expected a text in one line, found string "a\\nb".',
  ],
  ['no JSON', '{\n  "rules": [,]\n}', 'line 2, column 13: it is no JSON.'],
  ['half of a file', '{\n  "rules": [', 'line 2, column 13: it is no JSON.'],
  ['too many brackets', '['.repeat(1_000), 'line 1, column 102: it is nested too deep.'],
  ['something after it', '{"rules":[]}\n;', 'line 2, column 1: it is no JSON.'],
  ['nothing', '', 'line 1, column 1: it is no JSON.'],
  [
    'a member twice',
    '{"rules":[{"decision":"ask",\n"kind":"read","k\\u0069nd":"edit"}]}',
    'line 2, column 15: the member "k\\u0069nd" is given twice.',
  ],
])('[PE2] a policy with %s is refused', (_, value, problem) => {
  expect(problemsOf(value)).toEqual([problem]);
});

test('[PE2] every mistake is told, and a policy in code is checked as well', () => {
  expect(problemsOf({ rules: [{}, { decision: 'ask', always: 1 }] })).toHaveLength(2);
  expect(() => permissionPolicy({ rules: [{ decision: 'allow', path: '{' }] })).toThrow(
    'The permission policy is malformed: rules[0].path: expected a path without { and }',
  );
  expect(problemsOf({ rules: Array(1_001).fill({ decision: 'ask' }) })).toHaveLength(1);
  const texts = '{"a":[{"rules":"{\\"rules\\":1}"},"rules:","rules"],"rules":[]}';
  expect(problemsOf(texts)).toEqual(['a: expected no such member, found one.']);
});

test('[PE2] a fault is found exactly where a text is no JSON', () => {
  fc.assert(
    fc.property(
      fc.json({ maxDepth: 4 }),
      fc.nat(),
      fc.constantFrom('', ',', '"', '{', ']', ':', '1', ' ', '\\'),
      (json, at, sign) => {
        const place = at % (json.length + 1);
        const changed = json.slice(0, place) + sign + json.slice(place + (at % 2));
        const fault = jsonFault(changed);
        if (fault?.problem === undefined || !fault.problem.includes('twice'))
          expect(fault === undefined).toBe(isJson(changed));
      },
    ),
    { numRuns: counts({ short: 300, long: 25_000 }) },
  );
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

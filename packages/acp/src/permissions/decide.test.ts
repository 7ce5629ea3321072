import { describe, expect, test } from 'vitest';
import { noFacts, patchFacts } from './call-facts.ts';
import { permissionPolicy } from './decide.ts';
import { plainOption } from './offered-option.ts';
import type { WrittenRule } from './policy.ts';
import { permissionQuestion } from './question.ts';
import { decided, offered, using, verdict } from './test-support/asked.ts';
import { linkedFolders } from './test-support/linked-folders.ts';
import { TurnCalls } from './turn-calls.ts';

const usual = [
  { decision: 'reject', outside: '.', name: 'stay inside' },
  { decision: 'reject', path: ['**/.env', '.git/**'] },
  { decision: 'allow', kind: ['read', 'search'], name: 'reads' },
  { decision: 'ask', kind: ['edit', 'delete', 'move'] },
  { decision: 'allow', kind: 'execute', command: ['git status', 'npm test *'] },
] as const;

test('[PE1] the first rule that matches decides, and without one somebody is asked', () => {
  expect(decided(usual, using('read', '/project/a.ts'))).toEqual({
    decision: 'allow',
    rule: 3,
    name: 'reads',
    outcome: { outcome: 'selected', optionId: 'yes' },
    option: offered[1],
    asks: undefined,
  });
  expect(decided(usual, using('read', '/etc/passwd'))).toEqual({
    decision: 'reject',
    rule: 1,
    name: 'stay inside',
    outcome: { outcome: 'selected', optionId: 'no' },
    option: offered[2],
    asks: undefined,
  });
  expect(decided(usual, using('fetch'))).toEqual({
    decision: 'ask',
    rule: undefined,
    name: undefined,
    outcome: undefined,
    option: undefined,
    asks: 'no-rule',
  });
  expect(verdict(usual, using('edit', 'src/a.ts'))).toBe('ask 4');
  expect(verdict([], using('read', 'a'))).toBe('ask none no-rule');
  const decide = permissionPolicy({ rules: usual });
  const question = permissionQuestion({ toolCall: using('read', 'a'), options: offered }, { cwd: '/project' });
  expect(decide(question).decision).toBe('allow');
});

test('[PE3] all conditions of a rule must hold', () => {
  const rules = [{ decision: 'allow', kind: 'read', title: 'Read *', tool: 'cat', within: 'src' }] as const;
  const call = { ...using('read', 'src/a'), title: 'Read a', name: 'cat' };
  expect(verdict(rules, call)).toBe('allow 1');
  const { name: _, ...unnamed } = call;
  const others = [{ ...call, title: 'Write a' }, { ...call, name: 'Cat' }, unnamed, { ...call, kind: 'edit' }];
  for (const other of [...others, { ...call, ...using('read', 'lib/a') }])
    expect(verdict(rules, other)).toBe('ask none no-rule');
  expect(verdict([{ decision: 'reject' }], call)).toBe('reject 1');
});

test('[PE4] only a rule that names an unknown kind allows it', () => {
  expect(verdict([{ decision: 'allow' }], { kind: '_deploy' })).toBe('ask none no-rule');
  expect(verdict([{ decision: 'allow' }], { kind: 'of a later draft' })).toBe('ask none no-rule');
  expect(verdict([{ decision: 'allow', kind: '_deploy' }], { kind: '_deploy' })).toBe('allow 1');
  expect(verdict([{ decision: 'reject' }], { kind: '_deploy' })).toBe('reject 1');
  expect(verdict([{ decision: 'allow', kind: 'other' }], {})).toBe('allow 1');
  expect(verdict([{ decision: 'allow', kind: 'other' }], { kind: 'constructor' })).toBe('ask none no-rule');
});

test('[PE5] all paths must be allowed, and one is enough to reject or ask', () => {
  const allow = [{ decision: 'allow', path: 'src/**' }] as const;
  expect(verdict(allow, using('read', 'src/a', '/project/src/b/c'))).toBe('allow 1');
  expect(verdict(allow, using('read', 'src/a', 'lib/b'))).toBe('ask none no-rule');
  expect(verdict(allow, using('read'))).toBe('ask none no-rule');
  expect(verdict(allow, using('read', 'SRC/a'))).toBe('ask none no-rule');
  const reject = [{ decision: 'reject', path: 'src/**/*.key' }] as const;
  expect(verdict(reject, using('read', 'lib/b', 'src/x/y/a.key'))).toBe('reject 1');
  expect(verdict(reject, using('read', 'SRC/A.KEY'))).toBe('reject 1');
  expect(verdict(reject, using('read', 'src/a.KEY'))).toBe('reject 1');
  expect(verdict([{ decision: 'reject', title: 'é*' }], { title: 'E\u0301x' })).toBe('reject 1');
  expect(verdict([{ decision: 'allow', title: 'é*' }], { title: 'e\u0301x' })).toBe('ask none no-rule');
});

test.each([
  ['*.ts', 'a.ts', true],
  ['*.ts', 'b/a.ts', false],
  ['**/*.ts', 'a.ts', true],
  ['**/*.ts', 'b/c/a.ts', true],
  ['src/**', 'src', true],
  ['src/**', 'srcs/a', false],
  ['src/*', 'src', false],
  ['src/', 'src', true],
  ['src', 'src/a', false],
  ['a?c', 'abc', true],
  ['a?c', 'a/c', false],
  ['*', '.env', true],
  ['routes/[id].ts', 'routes/[id].ts', true],
  ['../docs/**', '/docs/a', true],
  ['/**', '/etc/passwd', true],
  ['/etc/*', '/etc/passwd', true],
  ['**/b/**/d', 'a/b/c/b/x/d', true],
  ['**/b/*/d', 'a/b/c/b/x/y/d', false],
])('the pattern %s and the path %s: %s', (path, file, isAllowed) => {
  expect(verdict([{ decision: 'allow', path }], using('read', file))).toBe(isAllowed ? 'allow 1' : 'ask none no-rule');
});

describe('[PE7] paths are compared after links were followed', () => {
  const links = linkedFolders({
    '/project/link': '/etc',
    '/folder': '/project/src',
    '/project/.env': '/project/plain',
    '/p': '/project',
  });
  test.each([
    ['link/passwd', 'reject 1'],
    ['/project/link/../project/src/a', 'reject 1'],
    ['/folder/a', 'allow 3'],
    ['/p/src/a', 'allow 3'],
    ['.env', 'reject 2'],
    ['plain', 'allow 3'],
    ['src/../lib/a', 'allow 3'],
    ['/project/../project/a', 'allow 3'],
    ['/project/../etc/x', 'reject 1'],
    ['../../../..//project/a', 'allow 3'],
  ])('%s: %s', (path, expected) => {
    expect(verdict(usual, using('read', path), links)).toBe(expected);
  });

  test('a folder of the policy may be a link', () => {
    expect(verdict([{ decision: 'allow', within: '/folder' }], using('read', 'src/a'), links)).toBe('allow 1');
    expect(verdict([{ decision: 'allow', path: '/folder/*' }], using('read', 'src/a'), links)).toBe('allow 1');
  });
});

test.each([
  ['a NUL', 'src/a\0.ts'],
  ['a line end', 'src/a\n'],
  ['half a character', 'src/\ud800'],
  ['nothing', ''],
  ['a drive', 'C:\\work\\a'],
  ['a drive with slashes', 'c:/project/a'],
  ['a backslash', 'src\\..\\..\\a'],
  ['a share', '\\\\server\\share'],
  ['a home', '~/a'],
  ['another home', '~root/a'],
  ['a URI of no file', 'data:a'],
  ['a very long path', `src/${'a/'.repeat(5_000)}`],
])('[PE6] a path with %s is allowed by no rule, and is outside', (_, path) => {
  for (const rule of [{ within: '.' }, { path: '**' }, { path: '/**' }, { kind: 'read' }, {}])
    expect(verdict([{ decision: 'allow', ...rule }], using('read', path))).toBe('ask none no-rule');
  expect(verdict([{ decision: 'reject', outside: ['.', '/'] }], using('read', path))).toBe('reject 1');
});

test.each([
  ['a file', 'C:\\Project\\src\\a.ts', 'allow 2'],
  ['another case of the drive', 'c:/Project/src/a.ts', 'allow 2'],
  ['a relative path', 'src\\a.ts', 'allow 2'],
  ['.. and both slashes', 'src\\../..\\other', 'reject 1'],
  ['another drive', 'D:\\Project\\src', 'reject 1'],
  ['a drive without a slash', 'C:src\\a', 'reject 1'],
  ['the root of the drive', '\\Project\\src', 'reject 1'],
  ['a share', '\\\\server\\share\\a', 'reject 1'],
  ['a device path', '\\\\?\\C:\\Project\\src', 'reject 1'],
  ['a stream', 'src\\a.ts:stream', 'reject 1'],
  ['a dot at the end', 'src.\\a.ts', 'reject 1'],
  ['a space at the end', 'src\\a.ts ', 'reject 1'],
  ['a device', 'src\\NUL.txt', 'reject 1'],
])('[PE6] on Windows, %s', (_, path, expected) => {
  const decide = permissionPolicy({
    rules: [
      { decision: 'reject', outside: '.' },
      { decision: 'allow', path: 'src/**' },
    ],
  });
  const question = permissionQuestion({ toolCall: using('read', path), options: offered }, { cwd: 'C:\\Project' });
  const { decision, rule } = decide(question);
  expect(`${decision} ${rule}`).toBe(expected);
});

test('[PE8] paths are in locations, diffs and the input', () => {
  const rules = [{ decision: 'reject', path: '**/secret' }, { decision: 'allow' }] as const;
  const diff = (members: object) => ({ kind: 'edit', content: [{ type: 'diff', ...members }] });
  for (const call of [
    using('edit', 'a', 'secret'),
    diff({ path: '/project/secret', newText: '' }),
    diff({ changes: [{ type: 'rename', path: '/project/a', oldPath: '/project/secret' }] }),
    ...['path', 'file_path', 'filePath', 'notebook-path', 'FILE', 'cwd', 'directory'].map((key) => ({
      rawInput: { [key]: 'x/secret' },
    })),
    { rawInput: { paths: ['a', 'secret'] } },
    { rawInput: { edits: [{ file: 'a' }, { file: 'secret' }] } },
    { rawInput: { uri: 'file:///project/secret' } },
    { rawInput: { from: './secret', to: 'b' } },
  ])
    expect([call, verdict(rules, call)]).toEqual([call, 'reject 1']);
  for (const call of [
    { rawInput: { pattern: 'secret', url: 'https://a/secret', content: 'b/secret' } },
    { kind: 'fetch', rawInput: { path: '/secret' } },
    { rawInput: { uri: 'https://example.com/secret' } },
  ])
    expect([call, verdict(rules, call)]).toEqual([call, 'allow 2']);
  const many = using('read', ...Array.from({ length: 1_001 }, (_, index) => `a${index}`));
  expect(verdict([{ decision: 'allow' }], many)).toBe('ask none no-rule');
  expect(verdict([{ decision: 'reject', outside: '.' }], many)).toBe('reject 1');
  let deep: object = { path: 'secret' };
  for (let depth = 0; depth < 10; depth += 1) deep = { deep };
  expect(verdict([{ decision: 'allow' }], { rawInput: deep })).toBe('ask none no-rule');
});

test('[PE8] what is known of the tool call counts, and the request replaces it', () => {
  const decide = permissionPolicy({ rules: [{ decision: 'allow', kind: 'read', within: 'src' }] });
  const known = patchFacts(noFacts, { ...using('read', 'src/a'), title: 'Read' });
  const asked = (toolCall: object) =>
    decide(permissionQuestion({ toolCall, options: offered }, { cwd: '/project', known })).decision;
  expect(asked({})).toBe('allow');
  expect(asked(using('read', '/etc/a'))).toBe('ask');
  expect(asked({ kind: null })).toBe('ask');
  expect(asked({ locations: null })).toBe('ask');
});

test('[PE14] what was said of an earlier tool call with the same id is a reason to reject and to ask, and none to allow', () => {
  const earlier = patchFacts(noFacts, { ...using('read', 'src/a'), title: 'Read' });
  const known = patchFacts(noFacts, { title: 'Delete', rawInput: { command: 'rm -rf x' } });
  const asked = (rule: WrittenRule, toolCall: object = {}) => {
    const question = permissionQuestion({ toolCall, options: offered }, { cwd: '/project', known, earlier });
    return permissionPolicy({ rules: [rule] })(question).decision;
  };
  const reads = { decision: 'allow', kind: 'read', within: 'src' } as const;
  expect(asked(reads)).toBe('ask');
  expect(asked({ decision: 'allow', title: 'Read' })).toBe('ask');
  expect(asked({ decision: 'allow', path: 'src/a' })).toBe('ask');
  expect(asked(reads, using('read', 'src/b'))).toBe('allow');
  for (const rule of [{ kind: 'read' }, { path: 'src/a' }, { kind: 'other' }, { command: 'rm *' }] as const)
    expect([rule, asked({ decision: 'reject', ...rule })]).toEqual([rule, 'reject']);
  // It is known to read nothing but what is inside, and may yet do something else.
  expect(asked({ decision: 'reject', outside: 'src' })).toBe('ask');
  const same = { toolCall: using('read', 'src/a'), options: offered };
  expect(permissionQuestion(same, { cwd: '/project', earlier: patchFacts(noFacts, same.toolCall) })).toEqual(
    permissionQuestion(same, { cwd: '/project' }),
  );
});

test('[PE14] a tool call is known for one turn, until it ends, and as far as there is room', () => {
  const calls = new TurnCalls();
  const read = { sessionUpdate: 'tool_call_update', toolCallId: 'a', kind: 'read' };
  const facts = patchFacts(noFacts, read);
  calls.see(read);
  calls.see({ ...read, sessionUpdate: 'plan_update', kind: 'edit' });
  expect([calls.of('a'), calls.of('b')]).toEqual([facts, noFacts]);
  calls.see({ ...read, status: 'completed' });
  expect(calls.of('a')).toEqual(noFacts);
  calls.see(read);
  calls.begin();
  expect(calls.of('a')).toEqual(noFacts);
  for (let count = 0; count <= 5_000; count += 1) calls.see({ ...read, toolCallId: `${count}` });
  expect([calls.of('4999'), calls.of('5000')]).toEqual([facts, { ...noFacts, isCut: true }]);
});

test('[PE9] a request about files that names none is asked, not rejected', () => {
  expect(verdict(usual, { kind: 'read' })).toBe('ask 1 no-path');
  expect(verdict(usual, { kind: 'search' })).toBe('allow 3');
});

test('[PE10] what removes a folder removes what is in it', () => {
  const rules = [
    { decision: 'reject', within: 'a/keys' },
    { decision: 'reject', path: 'b/keys/*' },
    { decision: 'allow' },
  ] as const;
  expect(verdict(rules, using('delete', 'a'))).toBe('reject 1');
  expect(verdict(rules, using('move', '.'))).toBe('reject 1');
  expect(verdict(rules, using('delete', 'b'))).toBe('reject 2');
  expect(verdict(rules, using('delete', 'c'))).toBe('allow 3');
  expect(verdict(rules, using('read', 'a'))).toBe('allow 3');
});

describe('[PE11] commands', () => {
  const run = (command: unknown) => ({ kind: 'execute', rawInput: { command } });
  test.each([
    ['git status', 'allow 5'],
    ['npm test', 'allow 5'],
    ['npm test -- --run "a b"', 'allow 5'],
    ['git status --short', 'ask none no-rule'],
    ['npm testing', 'ask none no-rule'],
    ['npm test; rm -rf /', 'ask none no-rule'],
    ['npm test && id', 'ask none no-rule'],
    ['npm test $(id)', 'ask none no-rule'],
    ['npm test `id`', 'ask none no-rule'],
    ['npm test > a', 'ask none no-rule'],
    ['npm test\nid', 'ask none no-rule'],
    ['X=1 npm test', 'ask none no-rule'],
    ['', 'ask none no-rule'],
  ])('%j: %s', (command, expected) => {
    expect(verdict(usual, run(command))).toBe(expected);
  });

  test('may be given in several forms', () => {
    for (const rawInput of [
      { command: ['git', 'status'] },
      { command: ['/bin/bash', '-lc', 'git status'] },
      { command: 'git', args: ['status'] },
      { cmd: ' git status ' },
      'git status',
    ])
      expect([rawInput, verdict(usual, { kind: 'execute', rawInput })]).toEqual([rawInput, 'allow 5']);
    const both = { command: 'git status', script: 'id' };
    expect(verdict(usual, { kind: 'execute', rawInput: both })).toBe('ask none no-rule');
  });

  test('with parts are allowed only as a whole, and rejected by each part', () => {
    const piped = 'ls | wc -l';
    expect(verdict([{ decision: 'allow', command: piped }], run(piped))).toBe('allow 1');
    expect(verdict([{ decision: 'allow', command: 'ls *' }], run(piped))).toBe('ask none no-rule');
    for (const command of ['rm  -rf a', 'id; RM -rf a', 'x=$(rm -rf a)', 'a && rm -rf /'])
      expect(verdict([{ decision: 'reject', command: 'rm *' }], run(command))).toBe('reject 1');
  });

  test('are the subject of requests of November', () => {
    const decide = permissionPolicy({ rules: usual });
    const ask = (command: string, cwd: string) => {
      const params = { title: 'Run?', subject: { type: 'command', command, cwd }, options: offered };
      const { decision, rule } = decide(permissionQuestion(params, { cwd: '/project' }));
      return `${decision} ${rule}`;
    };
    expect([ask('npm test', '/project'), ask('npm test', '/'), ask('id', '/project')]).toEqual([
      'allow 5',
      'reject 1',
      'ask undefined',
    ]);
  });
});

test('[PE12] the option is chosen by its kind, and always only if the rule says so', () => {
  const [always, once, no, never] = offered;
  const chosen = (rule: object, options: readonly unknown[]) => {
    const { decision, outcome, asks } = decided([{ decision: 'ask', ...rule }], {}, undefined, options);
    return asks ?? (outcome?.outcome === 'selected' ? outcome.optionId : `${decision} ${outcome?.outcome}`);
  };
  const allow = { decision: 'allow' };
  const reject = { decision: 'reject' };
  const [alwaysAllow, alwaysReject] = [allow, reject].map((rule) => ({ ...rule, always: true }));
  expect(chosen(allow, offered)).toBe('yes');
  expect(chosen(allow, [always, no])).toBe('no-option');
  expect(chosen(alwaysAllow ?? {}, offered)).toBe('always');
  expect(chosen(alwaysAllow ?? {}, [once, no])).toBe('yes');
  expect(chosen(allow, [])).toBe('no-option');
  expect(chosen(allow, [{ optionId: 'x', name: 'X', kind: '_allow_once' }])).toBe('no-option');
  expect(chosen(reject, offered)).toBe('no');
  expect(chosen(reject, [once, never])).toBe('reject cancelled');
  expect(chosen(alwaysReject ?? {}, offered)).toBe('never');
  expect(chosen(reject, [once])).toBe('reject cancelled');
});

test('[PE13] a plain yes or no is the option for this time, else the one for always', () => {
  const always = { kind: 'allow_always' } as const;
  const once = { kind: 'allow_once' } as const;
  const never = { kind: 'reject_always' } as const;
  expect(plainOption([never, always, once], 'allow')).toBe(once);
  expect(plainOption([never, always], 'allow')).toBe(always);
  expect(plainOption([never, always, once], 'reject')).toBe(never);
  expect(plainOption([always, once, { kind: '_other' }], 'reject')).toBeUndefined();
});

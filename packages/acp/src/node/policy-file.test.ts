import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { permissionQuestion } from '../permissions/question.ts';
import { readPolicyFile, realPath } from './policy-file.ts';
import { TemporaryFolder } from './temporary-folder.ts';

const folder = new TemporaryFolder('emend-policy');
afterAll(() => folder.remove());
const root = realpathSync(folder.path);
const at = (...names: string[]) => [root, ...names].join('/');
for (const name of ['in/deep', 'out']) mkdirSync(join(root, name), { recursive: true });
writeFileSync(at('in/file'), '');
symlinkSync('../out', at('in/link'));
symlinkSync(at('nowhere'), at('in/dead'));
symlinkSync('loop', at('in/loop'));

test.each([
  ['in/file', 'in/file'],
  ['in//./file', 'in/file'],
  ['in/new/folder/file', 'in/new/folder/file'],
  ['in/link', 'out'],
  ['in/link/new', 'out/new'],
  ['in/link/../in/file', 'in/file'],
  ['in/deep/../file', 'in/file'],
  ['in/dead', undefined],
  ['in/dead/new', undefined],
  ['in/loop', undefined],
  ['in/file/below', undefined],
  ['in/new/../file', undefined],
])('[PE7] the real path of %s is %s', (path, real) => {
  expect(realPath(at(path))).toBe(real === undefined ? undefined : at(real));
});

test('[PE7] the root, and what is above it', () => {
  expect([realPath('/'), realPath('/../..')]).toEqual(['/', '/']);
});

const rules = [
  { decision: 'reject', outside: '.' },
  { decision: 'allow', kind: 'read' },
];

test('[PE6] a policy of a file decides by where paths lead on this machine', () => {
  writeFileSync(at('policy.json'), JSON.stringify({ rules }));
  const decide = readPolicyFile(at('policy.json'));
  const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }];
  const decided = (path: string) => {
    const params = { toolCall: { kind: 'read', locations: [{ path }] }, options };
    return decide(permissionQuestion(params, { cwd: at('in') })).decision;
  };
  expect(['file', 'new/file', at('in/deep')].map(decided)).toEqual(['allow', 'allow', 'allow']);
  expect(['link', 'link/../file', 'dead', 'loop', '..', at('out/a')].map(decided)).toEqual(Array(6).fill('reject'));
});

test('[PE2] a file with a mistake is an error that names the place', () => {
  writeFileSync(at('bad.json'), '{"rules":[{"decision":"allow"},]}');
  expect(() => readPolicyFile(at('bad.json'))).toThrow(`${at('bad.json')}: line 1, column 32: it is no JSON.`);
  expect(() => readPolicyFile(at('none.json'))).toThrow('ENOENT');
});

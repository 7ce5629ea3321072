import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lockProblems, manifestProblems } from './support/manifests.ts';
import { manifests, repositoryFiles, root } from './support/repository.ts';

test('packages depend on each other by version, and the versions agree', () => {
  const packages = [...manifests(repositoryFiles('packages')).values()];
  expect(packages.length).toBeGreaterThan(1);
  expect(manifestProblems(packages)).toEqual([]);
});

test('the file of a command is there before anything is built, so that npm links it in a fresh clone', () => {
  const files = repositoryFiles('packages');
  const paths = new Set(files.map(({ path }) => path));
  const commands = [...manifests(files)].flatMap(([folder, { bin = {} }]) =>
    Object.values(bin).map((file) => join(folder, file)),
  );
  expect(commands).not.toEqual([]);
  expect(commands.filter((path) => !paths.has(path))).toEqual([]);
});

test('the lock file lists every optional package', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  expect(lockProblems(packages)).toEqual([]);
});

test('dependencies by path and versions that differ are found', () => {
  expect(
    manifestProblems([
      { name: 'a', version: '1.0.0', dependencies: { b: 'file:../b' } },
      { name: 'b', version: '1.0.1', peerDependencies: { a: '^1.0.0' }, optionalDependencies: { c: 'workspace:*' } },
    ]),
  ).toEqual([
    'a depends on b by file:../b',
    'b wants a ^1.0.0, which is at 1.0.0',
    'b depends on c by workspace:*',
    'b is at 1.0.1, a at 1.0.0',
  ]);
});

test('an optional package that is not locked is found, and one locked further up or inside is not', () => {
  const optionalDependencies = { x: '1', y: '1', z: '1' };
  expect(
    lockProblems({
      '': {},
      'node_modules/a/node_modules/b': { optionalDependencies },
      'node_modules/x': {},
      'node_modules/a/node_modules/b/node_modules/y': {},
    }),
  ).toEqual(['package-lock.json lists node_modules/a/node_modules/b without its optional z']);
});

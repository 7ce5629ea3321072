import { expect, test } from 'vitest';
import { repositoryFiles } from './support/repository.ts';
import { citationProblems, lengthProblems, nameProblems, placeProblems } from './support/text.ts';

const files = repositoryFiles();

test('no file names a place of somebody\u2019s machine or registry', () => {
  expect(files.flatMap(placeProblems)).toEqual([]);
});

test('no file written by hand is longer than 400 lines', () => {
  expect(files.flatMap(lengthProblems)).toEqual([]);
});

test('names of files are kebab-case and name a concept', () => {
  expect(files.flatMap(nameProblems)).toEqual([]);
});

test('doc comments cite no ids of rules or requirements', () => {
  expect(files.flatMap(citationProblems)).toEqual([]);
});

// Put together from parts, so that this file does not hold what it looks for.
const machine = (...parts: string[]) => `/${parts.join('/')}`;

test.each([
  [`cd ${machine('work', 'main')}`, machine('work', 'main')],
  [`"${machine('tmp', 'a.txt')}"`, machine('tmp', 'a.txt')],
  [`file:/${machine('home', 'ada')}/x`, undefined],
  [`(${machine('home', 'ada', 'x')})`, machine('home', 'ada')],
  [`=${machine('Users', 'ada')}`, machine('Users', 'ada')],
  [`C:${'\\'}Users${'\\'}ada`, `C:${'\\'}Users${'\\'}ada`],
  [
    '/project/src/main.ts, ../work/x, https://example.com/home/page, /workspace/a, /home/user/a, node_modules/tmp/x',
    undefined,
  ],
])('a path of a machine is found: %s', (text, found) => {
  expect(placeProblems({ path: 'x.md', text })).toEqual(
    found === undefined ? [] : [`x.md:1: a path of a machine: ${found}`],
  );
});

test.each([
  [`a\nhttps://${['registry', 'npmjs', 'org'].join('.')}/x`, ['registry', 'npmjs', 'org'].join('.')],
  [`a\n"${'resolved'}": "https://host/x.tgz"`, `"${'resolved'}": "https://host/x.tgz`],
])('the host of a registry is found: %s', (text, found) => {
  expect(placeProblems({ path: 'x.json', text })).toEqual([`x.json:2: the host of a registry: ${found}`]);
});

test('a link to a package of the workspace is no host', () => {
  expect(placeProblems({ path: 'package-lock.json', text: '"resolved": "packages/acp"' })).toEqual([]);
});

test('a long file is found unless it is generated or data', () => {
  const text = 'a\n'.repeat(401);
  expect(lengthProblems({ path: 'x.ts', text })).toEqual(['x.ts has 401 lines; over 400 it is two files']);
  expect(lengthProblems({ path: 'x.ts', text: 'a\n'.repeat(400) })).toEqual([]);
  expect(lengthProblems({ path: 'a/generated/x.ts', text })).toEqual([]);
  expect(lengthProblems({ path: 'x.ts', text: `// Do not edit.\n${text}` })).toEqual([]);
  expect(lengthProblems({ path: 'x.json', text })).toEqual([]);
});

test('names that are not kebab-case or name nothing are found', () => {
  const problems = [
    'a/myFile.ts',
    'a/utils/b.ts',
    'a/string-helpers.test.ts',
    'a/types.ts',
    'a/good-name.test.tsx',
    'vitest.config.ts',
    'README.md',
  ].flatMap((path) => nameProblems({ path, text: '' }));
  expect(problems).toEqual([
    "a/myFile.ts: 'myFile.ts' is not in kebab-case",
    "a/utils/b.ts: 'utils' names no concept",
    "a/string-helpers.test.ts: 'helpers' names no concept",
    "a/types.ts: 'types' names no concept",
  ]);
});

test('an id in a doc comment is found; elsewhere it may stand', () => {
  const text = '/** One. */\n// Why (C17).\n/**\n * Two\n * (SE4, B13).\n */\n/** U+009B and (Node) are none. */';
  expect(citationProblems({ path: 'a/x.ts', text })).toEqual(['a/x.ts:5: a doc comment cites (SE4, B13)']);
  expect(citationProblems({ path: 'a/x.test.ts', text })).toEqual([]);
});

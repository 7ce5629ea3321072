import { expect, test } from 'vitest';
import { requirements } from './requirements/list.ts';
import { novemberRequirements } from './requirements/november-list.ts';
import { remoteRequirements } from './requirements/remote-list.ts';
import { sharingRequirements } from './requirements/sharing-list.ts';
import { repositoryFiles } from './support/repository.ts';
import { requirementProblems, requirementTable } from './support/requirement-citations.ts';

const tests = repositoryFiles().filter(({ path }) => /\.test\.tsx?$/.test(path));

test('every requirement is cited by a test, or listed with the reason why not', () => {
  const all = { ...requirements, ...novemberRequirements, ...remoteRequirements, ...sharingRequirements };
  expect(requirementProblems(all, tests)).toEqual([]);
});

test('the page of the requirements of November names the tests of each', async () => {
  const page = [
    '# Requirements of the November draft',
    'What the draft of November 2026 asks of agents, clients and what stands between them, in a few words each, and the tests that show it.',
    'The tests write this page: `npx vitest run test/requirements.test.ts -u`.',
    requirementTable(novemberRequirements, tests),
  ];
  await expect(page.join('\n\n')).toMatchFileSnapshot('../docs/november-requirements.md');
});

test('the page of the requirements of remote connections names the tests of each', async () => {
  const page = [
    '# Requirements of remote connections',
    'What is asked of clients and servers that talk over a network, in a few words each, and the tests that show it.',
    'The tests write this page: `npx vitest run test/requirements.test.ts -u`.',
    requirementTable(remoteRequirements, tests),
  ];
  await expect(page.join('\n\n')).toMatchFileSnapshot('../docs/remote-requirements.md');
});

test('the page of the requirements of shared sessions names the tests of each', async () => {
  const page = [
    '# Requirements of sessions that several clients have open',
    'What is asked of sessions with several clients, in a few words each, and the tests that show it.',
    'The tests write this page: `npx vitest run test/requirements.test.ts -u`.',
    requirementTable(sharingRequirements, tests),
  ];
  await expect(page.join('\n\n')).toMatchFileSnapshot('../docs/sharing-requirements.md');
});

test('the lists are complete', () => {
  const numbered = (letter: string, last: number) => Array.from({ length: last }, (_, at) => `${letter}${at + 1}`);
  const ids = [
    ...numbered('A', 38),
    ...numbered('C', 27),
    ...numbered('B', 20),
    ...numbered('P', 8),
    ...numbered('T', 11),
  ];
  expect(Object.keys(requirements)).toEqual(ids);
  expect(Object.keys(remoteRequirements)).toEqual(numbered('W', 61));
  expect(Object.keys(sharingRequirements)).toEqual(numbered('X', 49));
});

test('a requirement without a test, a citation of none, and a reason that no longer holds are found', () => {
  const list = {
    A1: { says: 'a' },
    A2: { says: 'b' },
    A3: { says: 'c', notOurs: 'because' },
    A4: { says: 'd' },
  };
  const text = [
    "test('[SE1] [A1] x', () => {});",
    "test.each([1])('[A3] %i', () => {});",
    "describe('[A9, A4] y', () => {});",
    "// test('[A2] only a comment')",
    "test('a citation comes first: [A2]', () => {});",
    "test.todo('[A2] later');",
    "test.skip('[A2] not run', () => {});",
  ].join('\n');
  expect(requirementProblems(list, [{ path: 'x.test.ts', text }])).toEqual([
    'A2 (b) is cited by no test',
    'A3 is listed as not ours, and x.test.ts:2 cites it',
    'x.test.ts:3 cites A9, which is no requirement',
  ]);
});

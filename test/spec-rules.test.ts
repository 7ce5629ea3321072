import { expect, test } from 'vitest';
import { repositoryFiles } from './support/repository.ts';
import { rulesOfTitle, specProblems } from './support/spec-rules.ts';

test('every rule is cited by a test, and every citation is a written rule', () => {
  expect(specProblems(repositoryFiles('packages'))).toEqual([]);
});

const spec = (text: string, folder = 'session') => ({ path: `packages/acp/src/${folder}/SPEC.md`, text });
const tests = (text: string) => ({ path: 'packages/acp/src/session/x.test.ts', text });

test('cited rules are no problem, however they are written and cited', () => {
  const rules = '# Rules\n\n- SE1. a\n- **SE2** b\n### SE3: c\n| SE4 | d |\n`SE5` e\nSE6 f\n\nText that names SE99.\n';
  const code = [
    "test('[SE1] a', () => {});",
    "it('[SE2, SE3] b', () => {});",
    "test.each([1, 2])('[SE4] [SE5] %i', () => {});",
    'describe(`[SE6] $' + '{name}`, () => {});',
    'test(\'a title [SE98] in the middle, and log("[SE97]")\', () => {});',
    "other('[SE96] not a test');",
  ].join('\n');
  expect(specProblems([spec(rules), tests(code)])).toEqual([]);
});

test('the checks of a contract cite rules, and only those do', () => {
  const contract = (rules: string) => ({
    path: 'packages/acp/src/testing/x-contract.ts',
    text: `const checks = [{ rules: [${rules}], name: '[SE9] a', check() {} }];`,
  });
  expect(specProblems([spec('- SE1. a\n- SE2. b\n'), contract("'SE1', 'SE2'")])).toEqual([]);
  expect(specProblems([spec('- SE1. a\n- SE2. b\n'), contract("'SE1'")])).toEqual([
    'packages/acp/src/session/SPEC.md:2: no test cites SE2',
  ]);
});

test('a rule that no test cites is found', () => {
  expect(specProblems([spec('- SE1. a\n- SE2. b\n'), tests("test('[SE1] a', () => {});")])).toEqual([
    'packages/acp/src/session/SPEC.md:2: no test cites SE2',
  ]);
});

test('a citation of a rule that is not written is found', () => {
  expect(
    specProblems([spec('- SE1. a\n'), tests("test('[SE1] a', () => {});\ntest.skip('[SE7] b', () => {});")]),
  ).toEqual(['packages/acp/src/session/x.test.ts:2: SE7 is not a written rule']);
});

test('a rule written twice, also in two folders, is found', () => {
  expect(specProblems([spec('- SE1. a\n'), spec('- SE1. b\n', 'log'), tests("test('[SE1] a', () => {});")])).toEqual([
    'packages/acp/src/log/SPEC.md:1: SE1 is written twice',
  ]);
});

test('a folder that needs rules and a page without rules are found', () => {
  expect(specProblems([{ path: 'packages/acp/src/log/a.ts', text: '' }, spec('Later.\n')])).toEqual([
    'packages/acp/src/log/ has no SPEC.md',
    'packages/acp/src/session/SPEC.md has no numbered rule',
  ]);
});

test('only the start of a title cites rules', () => {
  expect(rulesOfTitle('[SE4] null clears')).toEqual(['SE4']);
  expect(rulesOfTitle('[SE4, SE5][SE6] x')).toEqual(['SE4', 'SE5', 'SE6']);
  expect(rulesOfTitle('null clears [SE4]')).toEqual([]);
  expect(rulesOfTitle('[a] x')).toEqual([]);
});

import { expect, test } from 'vitest';
import { repositoryFiles } from './support/repository.ts';
import { unusedExports } from './support/unused-exports.ts';

test('what a file exports, another file imports', () => {
  expect(unusedExports(repositoryFiles())).toEqual([]);
});

function unusedIn(sources: Record<string, string>): string[] {
  return unusedExports(Object.entries(sources).map(([path, text]) => ({ path, text })));
}

test('exports that nobody imports are found, of whatever kind', () => {
  const text = `
export const a = 1, b = 2;
export function e() {}
export interface F {}
export type G = F;
export class H {}
const i = 1;
export { i, i as j };
const own = 1;
`;
  const problem = (line: number, name: string) => `x/y.ts:${line}: ${name} is exported, but no other file imports it`;
  expect(unusedIn({ 'x/y.ts': text, 'x/z.ts': "import { a as b } from '../y.ts';\nimport { e } from 'y';" })).toEqual([
    problem(2, 'a'),
    problem(2, 'b'),
    problem(3, 'e'),
    problem(4, 'F'),
    problem(5, 'G'),
    problem(6, 'H'),
    problem(8, 'i'),
    problem(8, 'j'),
  ]);
});

test.each([
  ['an import', "import { a } from './y.ts';"],
  ['an import under another name', "import { a as b } from './y.ts';"],
  ['a type import', "import type { a } from './y.ts';"],
  ['a namespace import', "import * as y from './y.ts';"],
  ['a re-export', "export { a } from './y.ts';"],
  ['a dynamic import', "const y = await import('./y.ts');"],
  ['an import type', "type A = import('./y.ts').a;"],
])('an export is in use by %s', (_, text) => {
  expect(unusedIn({ 'x/y.ts': 'export const a = 1;', 'x/z.ts': text })).toEqual([]);
});

test('an index, test code and generated code may export what nobody here imports', () => {
  const text = 'export const a = 1;';
  expect(
    unusedIn({ 'x/index.ts': text, 'x/y.test.ts': text, 'x/test-support/z.ts': text, 'x/generated/z.ts': text }),
  ).toEqual([]);
});

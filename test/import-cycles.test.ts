import { expect, test } from 'vitest';
import { importCycles } from './support/import-cycles.ts';
import { repositoryFiles } from './support/repository.ts';

test('no files import each other in a circle', () => {
  expect(importCycles(repositoryFiles())).toEqual([]);
});

function cyclesOf(sources: Record<string, string>): string[] {
  return importCycles(Object.entries(sources).map(([path, text]) => ({ path, text })));
}

test.each([
  ['an import', "import { b } from './b.ts';"],
  ['an import for its effect', "import './b.ts';"],
  ['a mixed import', "import { type B, b } from './b.ts';"],
  ['an import whose every name is a type, which is still loaded', "import { type B } from './b.ts';"],
  ['a re-export', "export { b } from './b.ts';"],
  ['a dynamic import', "const b = await import('./b.ts');"],
])('a circle of two is found: %s', (_, text) => {
  expect(cyclesOf({ 'x/a.ts': text, 'x/b.ts': "import { a } from './a.ts';" })).toEqual([
    '2 files import each other: x/a.ts, x/b.ts',
  ]);
});

test.each([
  ['a type import', "import type { B } from './b.ts';"],
  ['a type re-export', "export type { B } from './b.ts';"],
  ['an import type', "type B = import('./b.ts').B;"],
])('what is gone at run time makes no circle: %s', (_, text) => {
  expect(cyclesOf({ 'x/a.ts': text, 'x/b.ts': "import { a } from './a.ts';" })).toEqual([]);
});

test('a file that imports itself, a longer circle, two circles and one across packages are found', () => {
  expect(
    cyclesOf({
      'a.ts': "import './a.ts';",
      'b.ts': "import './c.ts';",
      'c.ts': "import './d.mjs';",
      'd.mjs': "import './b.ts';\nimport './e.ts';",
      'e.ts': "import './f.ts';",
      'f.ts': '',
      'packages/acp/package.json': JSON.stringify({ name: '@emend/acp' }),
      'packages/acp/src/view/index.ts': "export { x } from '../../../cli/src/x.ts';",
      'packages/cli/src/x.ts': "import { y } from '@emend/acp/view';\nimport { z } from 'zod';",
    }),
  ).toEqual([
    '1 files import each other: a.ts',
    '3 files import each other: b.ts, c.ts, d.mjs',
    '2 files import each other: packages/acp/src/view/index.ts, packages/cli/src/x.ts',
  ]);
});

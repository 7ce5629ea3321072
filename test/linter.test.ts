import { type Dialect, dialects } from '@emend/acp/protocol';
import { type LintRule, lintRules } from '@emend/acp/recording';
import { expect, test } from 'vitest';
import { cellsOf } from './support/front-page-figures.ts';
import { repositoryFiles } from './support/repository.ts';

const names: Readonly<Record<Dialect, string>> = { v1: 'v1', june: 'June', november: 'November' };

function rowOf({ name, finds, dialects: of, diagnostic }: LintRule): string[] {
  const isEverywhere = of.length === Object.keys(dialects).length;
  const where = isEverywhere ? 'all' : of.map((dialect) => names[dialect]).join(', ');
  return [`\`${name}\``, finds, where, diagnostic === undefined ? '' : `\`${diagnostic}\``];
}

test('the page of the linter lists every rule', () => {
  const page = repositoryFiles('docs').find(({ path }) => path === 'docs/linter.md')?.text ?? '';
  const rows = page.split('\n').filter((line) => line.startsWith('| `'));
  const cells = rows.map(cellsOf);
  expect(cells).toEqual(Object.values(lintRules).map(rowOf));
  expect(Object.entries(lintRules).filter(([key, { name }]) => key !== name)).toEqual([]);
});

import { ledgerRules } from '@emend/acp/bridge';
import { expect, test } from 'vitest';
import { ledgerTable } from './support/ledger-table.ts';
import { repositoryFiles } from './support/repository.ts';

const files = repositoryFiles('packages/acp/src/bridge').filter(({ path }) => !/test/.test(path));

test('the page of losses lists every rule of the ledger', async () => {
  const page = [
    '# What is lost between dialects',
    'Every entry of the ledger names one of these rules. A _loss_ is something that the other side can no longer see or do. A _repair_ is something made up, mapped or replaced, with its meaning kept. v1 and November are translated by way of June, so the rules of both steps apply.',
    'The tests write this page: `npx vitest run test/losses.test.ts -u`.',
    ledgerTable(ledgerRules, files),
  ];
  await expect(page.join('\n\n')).toMatchFileSnapshot('../docs/losses.md');
});

test('every rule is applied somewhere', () => {
  const unused = ledgerTable(ledgerRules, files)
    .split('\n')
    .filter((row) => row.endsWith('|  |'));
  expect(unused).toEqual([]);
});

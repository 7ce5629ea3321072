import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { counts } from '../../../../../../test/support/counts.ts';
import type { BridgeMutant } from '../test-support/mutants/bridges/bridge-mutant.ts';
import { checkBridge } from './check-bridge.ts';
import { allPairs, pairName } from './dialect-pair.ts';

const folder = new URL('../test-support/mutants/bridges/', import.meta.url);
const names = readdirSync(folder).filter((name) => name !== 'bridge-mutant.ts');
const mutants = await Promise.all(
  names.map(async (name) => {
    const { mutant } = (await import(new URL(name, folder).href)) as { readonly mutant: BridgeMutant };
    return { name: name.replace(/\.ts$/, ''), mutant };
  }),
);
const isLong = counts({ short: 0, long: 1 }) === 1;

test('there are enough mutants, each named after the rule that it breaks', () => {
  expect(mutants.length).toBeGreaterThanOrEqual(15);
  const misnamed = mutants.filter(({ name, mutant }) => !name.startsWith(`${mutant.breaks.toLowerCase()}-`));
  expect(misnamed.map(({ name }) => name)).toEqual([]);
});

test.each(
  mutants.filter(({ mutant }) => isLong || mutant.isSlow !== true).map(({ name, mutant }) => [name, mutant] as const),
)('the kit finds the defect of %s, and blames nothing else', async (_, mutant) => {
  const { breaks, pair, caughtBy, mayFollow = [], start } = mutant;
  const pairs = allPairs.filter((one) => pairName(one) === pair);
  // Nothing here waits for anything but timers of the bridge itself, which are shorter.
  const run = await checkBridge(start, { pairs, cwd: '/w', timeout: 3_000, jobs: 100 });
  const { results } = await run.all();
  const found = results.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
  const ids = found.map(({ id }) => id);
  expect({
    missed: caughtBy.filter((id) => !ids.includes(id)),
    blamed: found
      .filter(({ id }) => !caughtBy.includes(id) && !mayFollow.includes(id))
      .map(({ id, reason }) => `${id}: ${reason}`),
  }).toEqual({ missed: [], blamed: [] });
  const right = found.filter(({ id, requirements }) => caughtBy.includes(id) && requirements.includes(breaks));
  expect(right.map(({ id }) => id)).not.toEqual([]);
});

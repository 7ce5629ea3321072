import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { counts } from '../../../../../../test/support/counts.ts';
import type { BridgeMutant } from '../test-support/mutants/bridges/bridge-mutant.ts';
import type { CheckResult } from '../verdict.ts';
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
const isWhole = counts({ short: 0, long: 0, oracle: 1 }) === 1;
const taken = mutants.filter(({ mutant }) => isWhole || mutant.isSlow !== true);

/** Runs the kit on a mutant: the checks concerned, or all of them for `npm run test:oracle`. */
async function findings({ pair, caughtBy, mayFollow = [], start }: BridgeMutant): Promise<readonly CheckResult[]> {
  const pairs = allPairs.filter((one) => pairName(one) === pair);
  const only = isWhole ? [] : [...caughtBy, ...mayFollow];
  // Nothing here waits for anything but timers of the bridge itself, which are shorter.
  const run = await checkBridge(start, { pairs, only, cwd: '/w', timeout: 2_500, jobs: isWhole ? 4 : 100 });
  const { results } = await run.all();
  return results.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
}

// Most of the time is spent waiting for answers that do not come: all of them wait together.
const outcomes = new Map(taken.map(({ name, mutant }) => [name, findings(mutant)]));

test('there are enough mutants, each named after the rule that it breaks', () => {
  expect(mutants.length).toBeGreaterThanOrEqual(15);
  const misnamed = mutants.filter(({ name, mutant }) => !name.startsWith(`${mutant.breaks.toLowerCase()}-`));
  expect(misnamed.map(({ name }) => name)).toEqual([]);
});

test.each(taken.map(({ name, mutant }) => [name, mutant] as const))(
  'the kit finds the defect of %s, and blames nothing else',
  async (name, { breaks, caughtBy, mayFollow = [] }) => {
    const found = (await outcomes.get(name)) ?? [];
    const ids = found.map(({ id }) => id);
    // Whole conversations have everything in them.
    const follows = (id: string) => mayFollow.includes(id) || id.startsWith('scenes.');
    const others = found.filter(({ id }) => !caughtBy.includes(id) && !follows(id));
    expect({
      missed: caughtBy.filter((id) => !ids.includes(id)),
      blamed: others.map(({ id, reason }) => `${id}: ${reason}`),
    }).toEqual({ missed: [], blamed: [] });
    const right = found.filter(({ id, requirements }) => caughtBy.includes(id) && requirements.includes(breaks));
    expect(right.map(({ id }) => id)).not.toEqual([]);
  },
);

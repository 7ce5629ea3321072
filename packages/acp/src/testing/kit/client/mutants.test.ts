import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { counts } from '../../../../../../test/support/counts.ts';
import { dialectNames } from '../dialect-name.ts';
import { type ClientMutant, mutatedClient } from '../test-support/mutants/client-mutant.ts';
import { clientMutants } from '../test-support/mutants/client-mutants.ts';
import { checkClient } from './check-client.ts';
import { clientChecks } from './client-checks.ts';

/** Only the checks that must catch a mutant are run, except by `npm run test:oracle`. */
const isWhole = counts({ short: 0, long: 0, oracle: 1 }) === 1;

/** How long a mutant that is caught by what never comes is waited for, in milliseconds. */
const silence = 1_500;

async function failuresOf(mutant: ClientMutant, only: readonly string[]): Promise<string[]> {
  const { make, offers, dialects, isSilent } = mutant;
  const timeout = isSilent === true ? silence : 30_000;
  const run = await checkClient(mutatedClient(make, offers), { dialects, isDriven: true, only, timeout, jobs: 8 });
  expect(run.dialects).toEqual(dialects.map((dialect) => dialectNames[dialect]));
  const { results } = await run.all();
  return [...new Set(results.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id))];
}

test('each mutant is named after the rule that it breaks, and a check for that rule catches it', () => {
  const folder = fileURLToPath(new URL('../test-support/mutants/clients', import.meta.url));
  expect(clientMutants.map(({ name }) => `${name}.ts`)).toEqual(readdirSync(folder).toSorted());
  for (const { name, breaks, dialects, caughtBy } of clientMutants) {
    const [letter, number] = [breaks.slice(0, 1), breaks.slice(1).padStart(2, '0')];
    expect(name.startsWith(`${letter.toLowerCase()}${number}-`)).toBe(true);
    const catching = clientChecks.filter(({ id }) => caughtBy.includes(id));
    expect(catching).toHaveLength(caughtBy.length);
    const rules = catching.flatMap(({ requirements }) => dialects.flatMap((dialect) => requirements[dialect] ?? []));
    expect(rules).toContain(breaks);
  }
});

test.concurrent.each(clientMutants.map((mutant) => [mutant.name, mutant] as const))(
  '%s is caught',
  async (_, mutant) => {
    const { caughtBy, mayFollow = [] } = mutant;
    const all = clientChecks.map(({ id }) => id);
    const failures = await failuresOf(mutant, isWhole ? all : caughtBy);
    expect(failures.filter((id) => !mayFollow.includes(id)).toSorted()).toEqual(caughtBy.toSorted());
  },
  300_000,
);

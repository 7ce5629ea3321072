import fc from 'fast-check';
import { onTestFailed } from 'vitest';
import { Chance } from '../../soak/chance.ts';

/**
 * A fixed seed gives the same cases in every run, so that a failure comes from the change under test. `EMEND_TEST_SEED=random`
 * tries other cases and prints its seed, which repeats the run.
 */
const chosen = process.env['EMEND_TEST_SEED'] ?? '20260611';
const before = fc.readConfigureGlobal().seed;
/** The seed of all random choices of the tests. */
export const seed = chosen === 'random' ? (before ?? Math.floor(Math.random() * 2 ** 31)) : Number(chosen);
if (chosen === 'random' && before === undefined) process.stderr.write(`random tests with EMEND_TEST_SEED=${seed}\n`);
fc.configureGlobal({ seed });

/** Returns random choices for the current test, derived from the seed, which is printed if the test fails. */
export function seededChance(): Chance {
  onTestFailed(() => void process.stderr.write(`This test made random choices: EMEND_TEST_SEED=${seed}\n`));
  return new Chance(seed);
}

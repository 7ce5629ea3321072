import fc from 'fast-check';
import { onTestFailed } from 'vitest';
import { Chance } from '../../soak/chance.ts';

/**
 * The same cases in every run, so that a red run is the fault of the change it tests. `EMEND_TEST_SEED=random` looks further
 * and prints its seed, which repeats it.
 */
const chosen = process.env['EMEND_TEST_SEED'] ?? '20260611';
const before = fc.readConfigureGlobal().seed;
/** What all random choices of the tests follow from. */
export const seed = chosen === 'random' ? (before ?? Math.floor(Math.random() * 2 ** 31)) : Number(chosen);
if (chosen === 'random' && before === undefined) process.stderr.write(`random tests with EMEND_TEST_SEED=${seed}\n`);
fc.configureGlobal({ seed });

/** Random choices for the test that runs, which follow from the seed; it is printed should the test fail. */
export function seededChance(): Chance {
  onTestFailed(() => void process.stderr.write(`This test made random choices: EMEND_TEST_SEED=${seed}\n`));
  return new Chance(seed);
}

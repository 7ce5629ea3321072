import fc from 'fast-check';

/**
 * The same cases in every run, so that a red run is the fault of the change it tests. `EMEND_TEST_SEED=random` looks further
 * and prints its seed, which repeats it.
 */
const chosen = process.env['EMEND_TEST_SEED'] ?? '20260611';
const seed = chosen === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(chosen);
if (chosen === 'random') process.stderr.write(`property tests with EMEND_TEST_SEED=${seed}\n`);
fc.configureGlobal({ seed });

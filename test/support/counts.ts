/** Which run this is: `npm test`, the long run, or the oracle on demand. */
const run = process.env['EMEND_TEST_RUN'] ?? 'short';

/** The number of cases for this run; the long run takes the large counts. */
export function counts(sizes: { readonly short: number; readonly long: number; readonly oracle?: number }): number {
  if (run === 'oracle') return sizes.oracle ?? sizes.long;
  return run === 'long' ? sizes.long : sizes.short;
}

/** The cases of this run: the first few, or all of them in the long run. */
export function someOf<T>(cases: readonly T[], short: number): readonly T[] {
  return cases.slice(0, counts({ short, long: cases.length }));
}

/** Which run this is: `npm test`, the long run, or the oracle on demand. */
const run = process.env['EMEND_TEST_RUN'] ?? 'short';

/** The number of cases for this run; the long run takes the large counts. */
export function counts(sizes: { readonly short: number; readonly long: number; readonly oracle?: number }): number {
  if (run === 'oracle') return sizes.oracle ?? sizes.long;
  return run === 'long' ? sizes.long : sizes.short;
}

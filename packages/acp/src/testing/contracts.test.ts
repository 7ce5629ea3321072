import { expect, test } from 'vitest';
import { logContract, sharedLogContract } from './log-contract.ts';
import { backPressureCheck, transportContract } from './transport-contract.ts';

/** How many checks each rule has. */
function counted(checks: readonly { readonly rules: readonly string[] }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const rule of checks.flatMap(({ rules }) => rules)) counts[rule] = (counts[rule] ?? 0) + 1;
  return counts;
}

test('no check of a log is lost', () => {
  expect(counted([...logContract, ...sharedLogContract])).toEqual({
    LG1: 3,
    LG2: 3,
    LG3: 1,
    LG31: 2,
    LG4: 4,
    LG5: 3,
    LG6: 1,
    LG7: 5,
    LG8: 1,
    LG9: 5,
    LG11: 14,
    LG12: 3,
    LG13: 1,
    LG14: 1,
    LG15: 1,
  });
});

test('no check of a transport is lost', () => {
  expect(counted([...transportContract, backPressureCheck])).toEqual({ TR1: 2, TR8: 1, TR10: 1, TR13: 3, TR14: 1 });
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counts } from '../../../../../test/support/counts.ts';
import { PositionRuns } from './position-runs.ts';

const step = fc.oneof(
  fc.record({ type: fc.constant('add' as const), gap: fc.integer({ min: 1, max: 3 }) }),
  fc.record({
    type: fc.constant('keep' as const),
    from: fc.integer({ min: 0, max: 40 }),
    every: fc.constantFrom(1, 2, 3),
  }),
);

test('runs say the same as a list of positions, whatever is added and taken away', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), fc.integer({ min: 0, max: 60 }), (steps, asked) => {
      const runs = new PositionRuns();
      let naive: number[] = [];
      let next = 0;
      for (const each of steps) {
        if (each.type === 'add') {
          next += each.gap;
          runs.add(next);
          naive.push(next);
        } else {
          const { from, every } = each;
          const kept = naive.filter((position) => position >= from && position % every === 0);
          runs.keep(from, kept);
          naive = [...naive.filter((position) => position < from), ...kept];
        }
      }
      const found = runs
        .from(asked)
        .flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, at) => from + at));
      expect(found).toEqual(naive.filter((position) => position >= asked));
    }),
    { numRuns: counts({ short: 200, long: 20_000 }) },
  );
});

test('what follows each other is one run', () => {
  const runs = new PositionRuns();
  for (const position of [0, 1, 2, 5, 6, 9]) runs.add(position);
  expect(runs.from(1)).toEqual([
    { from: 1, to: 2 },
    { from: 5, to: 6 },
    { from: 9, to: 9 },
  ]);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type PaneLine, readPositions, startPositions, withLineAt } from './pane-positions.ts';

const { wide, narrow } = startPositions;

test('[IP110] a line is moved as far as the panes beside it allow', () => {
  expect(withLineAt(wide, 'first', 20, 10)).toEqual({ ...wide, first: 20 });
  expect(withLineAt(wide, 'first', 1, 10)).toEqual({ ...wide, first: 10 });
  expect(withLineAt(wide, 'first', 99, 10)).toEqual({ ...wide, first: 62 });
  expect(withLineAt(wide, 'second', 1, 10)).toEqual({ ...wide, second: 46 });
  expect(withLineAt(narrow, 'first', 99, 10)).toEqual({ ...narrow, first: 90 });
  expect(withLineAt(narrow, 'upper', 99, 60)).toEqual({ ...narrow, upper: 50 });
});

test('[IP110] whatever is moved leaves positions that can be read again; anything else is none', () => {
  const moves = fc.array(fc.tuple(fc.constantFrom<PaneLine[]>('first', 'second', 'upper'), fc.double()));
  fc.assert(
    fc.property(moves, fc.integer({ min: 1, max: 30 }), (all, least) => {
      let positions = wide;
      for (const [line, to] of all) positions = withLineAt(positions, line, Number.isNaN(to) ? 0 : to, least);
      expect(readPositions(JSON.stringify(positions))).toEqual(positions);
    }),
  );
  for (const text of [
    null,
    '',
    '7',
    '{}',
    '{"first":50,"second":40,"upper":1}',
    '{"first":"1","second":2,"upper":3}',
  ]) {
    expect(readPositions(text)).toBeUndefined();
  }
});

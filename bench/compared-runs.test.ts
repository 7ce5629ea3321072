import { expect, test } from 'vitest';
import { comparedRuns, readRun } from './compared-runs.ts';

const measure = (ours: number, peers: Record<string, number> = {}, spread = 0) => ({ unit: 'ms', ours, peers, spread });

test('factors are compared by peer, the farthest first, and what is far off is pointed out', () => {
  const before = { bridge: { a: measure(2, { floor: 4, other: 2 }), b: measure(1), gone: measure(1, { floor: 1 }) } };
  const now = { bridge: { a: measure(20, { floor: 36, other: 16, fresh: 1 }), b: measure(9) }, log: { c: measure(1) } };
  expect(comparedRuns(before, now).split('\n')).toEqual([
    '| measure: peer    | before | now   | difference | spread |',
    '| ---------------- | ------ | ----- | ---------- | ------ |',
    '| bridge, a: other | 1.00   | 1.25  | 25 % !     | 0 %    |',
    '| bridge, a: floor | 0.5    | 0.556 | 11 %       | 0 %    |',
    '1 of 2 factors differ by more than 15 %.',
    'Not in the earlier run: log, c',
  ]);
});

test('a difference that is within the spread of either run is told apart', () => {
  const before = { log: { a: measure(1, { it: 1 }, 0.4), b: measure(1, { it: 1 }, 0.1), c: measure(1, { it: 1 }) } };
  const now = { log: { a: measure(1.3, { it: 1 }), b: measure(1.2, { it: 1 }, 0.2), c: measure(1.5, { it: 1 }, 0.4) } };
  expect(comparedRuns(before, now).split('\n').at(-1)).toBe(
    '3 of 3 factors differ by more than 15 %, 2 of them by no more than the rounds of a run differ from each other.',
  );
});

test('a measure of another size is the same measure; one of the same size comes first, and v1 is no size', () => {
  const before = {
    log: {
      'appends of 1,000 sessions': measure(1, { it: 1 }),
      'appends of 64 sessions': measure(2, { it: 1 }),
      'v1 to v2, 1,000,000 updates': measure(3, { it: 1 }),
      'v2 to v1, 1,000,000 updates': measure(4, { it: 1 }),
    },
  };
  const now = {
    log: {
      'v2 to v1, 100 updates': measure(4, { it: 1 }),
      'appends of 20 sessions': measure(1, { it: 1 }),
      'appends of 64 sessions': measure(2, { it: 1 }),
      'v1 to v2, 100 updates': measure(3, { it: 1 }),
    },
  };
  expect(comparedRuns(before, now)).toContain('0 of 4 factors differ');
});

test('a figure that is not positive has no factor', () => {
  const run = (peer: number) => ({ bridge: { a: measure(1, { peer }) } });
  expect([comparedRuns(run(0), run(1)), comparedRuns(run(1), run(-1))].map((text) => text.split('\n').at(-1))).toEqual([
    '0 of 0 factors differ by more than 15 %.',
    '0 of 0 factors differ by more than 15 %.',
  ]);
});

test('what npm prints before the figures is passed over', () => {
  const run = { bridge: { a: measure(1) } };
  expect(readRun(`\n> bench\n> node x {\n\n${JSON.stringify(run, null, 2)}\n`)).toEqual(run);
  expect(() => readRun('nothing')).toThrow(SyntaxError);
});

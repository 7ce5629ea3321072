import { expect, test } from 'vitest';
import { all, atLeastTimes, atMost, atMostTimes, atMostTimesAnd, type Goal, isReached } from './goals.ts';
import type { Measure } from './harness.ts';
import { jointRuns } from './joint-runs.ts';
import { benches } from './registry.ts';
import { readable, reportOf, tableOf } from './report.ts';
import { roundsOf, runMeasure } from './rounds.ts';
import { figureOf } from './statistics.ts';

test('a figure is the median with the distance of the quartiles as a part of it', () => {
  expect(figureOf([5, 1, 3, 2, 4])).toEqual({ median: 3, spread: 2 / 3 });
  expect(figureOf([2, 4])).toEqual({ median: 3, spread: 1 / 3 });
  expect(figureOf([7])).toEqual({ median: 7, spread: 0 });
  expect(() => figureOf([])).toThrow('no rounds');
});

function scripted(values: Record<string, number[]>): { measure: Measure; order: string[] } {
  const order: string[] = [];
  const contestants = Object.fromEntries(
    Object.entries(values).map(([name, rounds]) => {
      let next = 0;
      const round = async () => {
        order.push(name);
        return rounds[next++] ?? Number.NaN;
      };
      return [name, round];
    }),
  );
  return { measure: { name: 'folding', unit: 'updates/s', better: 'higher', contestants }, order };
}

test('contestants take turns, each round begins with another, and warm-up does not count', async () => {
  const { measure, order } = scripted({ peer: [1, 10, 10, 10], ours: [1, 20, 20, 20] });
  const outcome = await runMeasure(measure, { warmUp: 1, measured: 3 });
  expect(order).toEqual(['peer', 'ours', 'ours', 'peer', 'peer', 'ours', 'ours', 'peer']);
  expect(outcome.figures).toEqual({ ours: { median: 20, spread: 0 }, peer: { median: 10, spread: 0 } });
  expect(Object.keys(outcome.figures)).toEqual(['ours', 'peer']);
  expect(reportOf(outcome)).toEqual({ unit: 'updates/s', ours: 20, peers: { peer: 10 }, spread: 0 });
  expect(tableOf(outcome)).toBe(
    [
      'folding (higher is better)',
      '         median (updates/s)   spread   ours/peer',
      '  ours                 20.0      0 %',
      '  peer                 10.0      0 %       2.00x',
    ].join('\n'),
  );
});

test('a contestant that has taken long enough is not run again, even if it was to warm up only', async () => {
  const { measure, order } = scripted({ slow: [7], steady: [1, 10], ours: [1, 20, 20, 20] });
  let clock = 0;
  const now = () => clock;
  const costs: Readonly<Record<string, number>> = { slow: 2_000, steady: 1_000, ours: 1 };
  const contestants = Object.fromEntries(
    Object.entries(measure.contestants).map(([name, round]) => [
      name,
      () => {
        clock += costs[name] ?? 0;
        return round();
      },
    ]),
  );
  const rounds = { warmUp: 1, measured: 3, enough: 2_000 };
  const { figures } = await runMeasure({ ...measure, contestants }, rounds, now);
  expect(order).toEqual(['slow', 'steady', 'ours', 'steady', 'ours', 'ours', 'ours']);
  expect(figures).toEqual({
    ours: { median: 20, spread: 0 },
    slow: { median: 7, spread: 0 },
    steady: { median: 10, spread: 0 },
  });
});

test('a contestant that did not do its work fails the measure', async () => {
  const { measure } = scripted({ ours: [] });
  await expect(runMeasure(measure, { warmUp: 0, measured: 1 })).rejects.toThrow('ours gave NaN instead of a figure');
});

test('a measure without ours is refused', async () => {
  const { measure } = scripted({ peer: [1] });
  await expect(runMeasure(measure, { warmUp: 0, measured: 1 })).rejects.toThrow("has no contestant named 'ours'");
});

test('a goal is judged by the medians, at its border as well', () => {
  const judged = (goal: Goal, ours: number, peer: number) => isReached(goal, (name) => (name === 'ours' ? ours : peer));
  expect([judged(atMost(3), 3, 0), judged(atMost(3), 3.1, 0)]).toEqual([true, false]);
  expect([judged(atMostTimes(2, 'it'), 4, 2), judged(atMostTimes(2, 'it'), 5, 2)]).toEqual([true, false]);
  expect([judged(atLeastTimes(2, 'it'), 4, 2), judged(atLeastTimes(2, 'it'), 3, 2)]).toEqual([true, false]);
  const start = atMostTimesAnd(2, 'it', 50, 'ms');
  expect([judged(start, 54, 2), judged(start, 55, 2), start.text]).toEqual([
    true,
    false,
    'at most 2 times it and 50 ms',
  ]);
  const both = all(atMost(3, ' s'), atLeastTimes(1, 'it'));
  expect([judged(both, 3, 3), judged(both, 4, 3), judged(both, 2, 3)]).toEqual([true, false, false]);
  expect(both.text).toBe('at most 3 s, and at least 1 times it');
});

test('an outcome is plain data, so that one process measures and another judges', async () => {
  const { measure } = scripted({ ours: [20], peer: [10] });
  const goal = all(atMost(1_000, ' updates/s'), atLeastTimes(3, 'peer'));
  const outcome = await runMeasure({ ...measure, goal, runs: 'alike' }, { warmUp: 0, measured: 1 });
  expect(JSON.parse(JSON.stringify(outcome))).toEqual(outcome);
  expect(Object.keys(outcome.measure)).toEqual(['name', 'unit', 'better', 'goal']);
  expect(tableOf(outcome).split('\n')[0]).toBe(
    'folding (higher is better; goal: at most 1,000 updates/s, and at least 3 times peer, missed)',
  );
});

test('a table says that a goal was missed', () => {
  const { measure } = scripted({ ours: [] });
  const title = (goal: Goal | string) =>
    tableOf({ measure: { ...measure, goal }, figures: { ours: { median: 2, spread: 0 } } }).split('\n')[0];
  expect([title(atMost(1)), title(atMost(2)), title('little')]).toEqual([
    'folding (higher is better; goal: at most 1, missed)',
    'folding (higher is better; goal: at most 2)',
    'folding (higher is better; goal: little)',
  ]);
});

test('how a measure runs says how often it does, and a quick look makes do with less', () => {
  const { measure } = scripted({ ours: [] });
  const rounds = (runs: 'here' | 'processes' | 'alike') =>
    [false, true].map((isQuick) => Object.values(roundsOf({ ...measure, runs }, isQuick)).join(' + '));
  expect([rounds('here'), rounds('processes'), rounds('alike')]).toEqual([
    ['2 + 9', '2 + 9 + 500'],
    ['1 + 9', '0 + 2 + 500'],
    ['1 + 3', '0 + 1 + 500'],
  ]);
  expect(roundsOf(measure, true)).toEqual({ warmUp: 2, measured: 9, enough: 500 });
});

test('figures read off the same runs see each of them once, in order', async () => {
  let made = 0;
  const reader = jointRuns(async () => ++made);
  const [one, other] = [reader(), reader()];
  expect([await one(), await one(), await other(), await other(), await other(), await one()]).toEqual([
    1, 2, 1, 2, 3, 3,
  ]);
});

test('a later figure reads the runs that were started, and starts none of its own', async () => {
  let made = 0;
  const reader = jointRuns(async () => ++made);
  const [one, later] = [reader(), reader('started')];
  expect([await one(), await one(), await later(), await later(), await later()]).toEqual([1, 2, 1, 2, 2]);
  expect([await one(), await later(), made]).toEqual([3, 3, 3]);
  const alone = jointRuns(async () => ++made)('started');
  expect([await alone(), await alone(), made]).toEqual([4, 4, 4]);
});

test('numbers are printed in a few digits', () => {
  expect([1234567.8, 123.4, 12.34, 1.234, 0.012345, 0].map(readable)).toEqual([
    '1,234,568',
    '123',
    '12.3',
    '1.23',
    '0.0123',
    '0',
  ]);
});

test.each(Object.entries(benches))('the bench %s is registered under its own name', async (name, load) => {
  expect((await load()).name).toBe(name);
});

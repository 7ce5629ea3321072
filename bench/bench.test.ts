import { expect, test } from 'vitest';
import type { Measure } from './harness.ts';
import { benches } from './registry.ts';
import { readable, reportOf, tableOf } from './report.ts';
import { runMeasure } from './rounds.ts';
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

test('a contestant that did not do its work fails the measure', async () => {
  const { measure } = scripted({ ours: [] });
  await expect(runMeasure(measure, { warmUp: 0, measured: 1 })).rejects.toThrow('ours gave NaN instead of a figure');
});

test('a measure without ours is refused', async () => {
  const { measure } = scripted({ peer: [1] });
  await expect(runMeasure(measure, { warmUp: 0, measured: 1 })).rejects.toThrow("has no contestant named 'ours'");
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

import { expect, test } from 'vitest';
import { readRun } from './compared-runs.ts';
import type { Outcome } from './harness.ts';
import { keptReport } from './kept-report.ts';
import type { BenchResults } from './page.ts';

const names = ['one', 'two', 'three'];

function results(name: string, measured: string, ours: number): BenchResults {
  const figures = { ours: { median: ours, spread: 0.1 }, peer: { median: 4, spread: 0.2 } };
  const outcome: Outcome = { measure: { name: 'speed', unit: 'u', better: 'higher' }, figures };
  return { name, about: 'How fast.', measured, outcomes: [outcome] };
}

const line = (name: string) => ({ name, title: name, across: 'size', unit: 'ns', lines: {} });

test('what was measured now takes the place of what was measured before, in the order of the benches', () => {
  const first = keptReport(undefined, { benches: [results('two', 'monday', 1)], curves: [line('cost')] }, names);
  expect(first).toEqual({ benches: [results('two', 'monday', 1)], curves: [line('cost')] });
  const more = [results('three', 'tuesday', 2), results('one', 'tuesday', 3)];
  const second = keptReport(JSON.stringify(first), { benches: more, curves: undefined }, names);
  expect(second).toEqual({
    benches: [results('one', 'tuesday', 3), results('two', 'monday', 1), results('three', 'tuesday', 2)],
    curves: [line('cost')],
  });
  const third = keptReport(JSON.stringify(second), { benches: [results('two', 'friday', 8)], curves: [] }, names);
  expect(third).toEqual({
    benches: [results('one', 'tuesday', 3), results('two', 'friday', 8), results('three', 'tuesday', 2)],
    curves: [],
  });
});

test('a bench that there is no more is left out', () => {
  const before = keptReport(undefined, { benches: [results('two', 'monday', 1)], curves: [] }, names);
  expect(keptReport(JSON.stringify(before), { benches: [], curves: [] }, ['one'])).toEqual({ benches: [], curves: [] });
});

test('a report is compared like a run with --json', () => {
  const report = keptReport(undefined, { benches: [results('two', 'monday', 1)], curves: [] }, names);
  const run = { two: { speed: { unit: 'u', ours: 1, peers: { peer: 4 }, spread: 0.2 } } };
  expect(readRun(JSON.stringify(report, null, 2))).toEqual(run);
  expect(readRun(`> bench\n\n${JSON.stringify(run, null, 2)}\n`)).toEqual(run);
});

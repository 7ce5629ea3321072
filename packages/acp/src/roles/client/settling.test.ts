import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Settle, untilQuiet } from './settling.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** How long it waits for a session that changes at these times; `late` is by how much every timer of a busy process is behind. */
async function waited(settle: Settle, changes: readonly number[], late = 0): Promise<number> {
  const start = performance.now();
  let over: number | undefined;
  const now = (): number => performance.now() - start;
  const pause = globalThis.setTimeout;
  vi.stubGlobal('setTimeout', (then: () => void, time: number) => pause(then, time + late));
  const watch = (): number => changes.filter((at) => at <= now()).length;
  void untilQuiet(settle, watch, new AbortController().signal).then(() => {
    over = now();
  });
  for (let time = 0; time < 40_000 && over === undefined; time += 5) await vi.advanceTimersByTimeAsync(5);
  vi.unstubAllGlobals();
  return over ?? Number.NaN;
}

const often = Array.from({ length: 10_000 }, (_, index) => index * 5);

test.each<[string, Settle, readonly number[], number]>([
  ['a quiet time that fits', { quiet: 400, atMost: 1000 }, [], 400],
  ['a quiet time after a change', { quiet: 400, atMost: 1000 }, [150], 600],
  ['no quiet time', { quiet: 0 }, [], 0],
  ['a quiet time longer than the whole', { quiet: 4000, atMost: 100 }, [], 100],
  ['a whole that ends within a part', { quiet: 400, atMost: 250 }, often, 250],
  ['nothing at all', { quiet: 400, atMost: 0 }, [], 0],
  ['the usual whole', { quiet: 70_000 }, [], 30_000],
])('[RO30] a load waits no longer than it is told: %s', async (_, settle, changes, expected) => {
  expect(await waited(settle, changes)).toBe(expected);
});

test('[RO30] the time that a load waits at most is real time, also in a process that is busy', async () => {
  // Two parts of 100 that take 150 each.
  expect(await waited({ quiet: 400, atMost: 300 }, often, 50)).toBe(300);
});

test('a wait that is given up leaves no timer behind', async () => {
  const stop = new AbortController();
  const quiet = untilQuiet({ quiet: 60_000 }, () => 0, stop.signal);
  expect(vi.getTimerCount()).toBe(1);
  stop.abort();
  await quiet;
  expect(vi.getTimerCount()).toBe(0);
});

import { afterEach, expect, test, vi } from 'vitest';
import { flushTimer } from './flush-timer.ts';

afterEach(() => vi.useRealTimers());

/** When flushes come if something waits at each of these moments. */
function flushesFor(moments: readonly number[]): readonly number[] {
  vi.useFakeTimers({ now: 1_000_000 });
  const flushed: number[] = [];
  const onWaiting = flushTimer();
  for (const moment of moments) {
    vi.advanceTimersByTime(1_000_000 + moment - Date.now());
    onWaiting?.(() => flushed.push(Date.now() - 1_000_000));
  }
  vi.runAllTimers();
  return flushed;
}

test('[BR78] what waits is flushed once, a moment after it began to', () => {
  expect(flushesFor([0, 10, 49])).toEqual([50]);
});

test('[BR78] a tool that streams on is flushed less and less often, down to once a second', () => {
  const steadily = Array.from({ length: 60 }, (_, index) => index * 100);
  expect(flushesFor(steadily)).toEqual([50, 200, 400, 800, 1600, 2600, 3600, 4600, 5600, 6600]);
});

test('[BR78] after a quiet while the moments are short again', () => {
  expect(flushesFor([0, 100, 5_000])).toEqual([50, 200, 5_050]);
});

test('[BR78] where there are no timers nothing is flushed by itself', () => {
  vi.stubGlobal('setTimeout', undefined);
  expect(flushTimer()).toBe(undefined);
  vi.unstubAllGlobals();
});

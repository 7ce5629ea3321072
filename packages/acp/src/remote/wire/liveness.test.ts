import { expect, test } from 'vitest';
import { ManualClock } from '../test-support/manual-clock.ts';
import { watchLife } from './liveness.ts';

function watch(times = { interval: 15_000, silence: 30_000 }) {
  const clock = new ManualClock();
  const events: string[] = [];
  const state = { isBlind: false };
  const liveness = watchLife(clock, times, {
    probe: () => void events.push(`probe ${clock.now()}`),
    isBlind: () => state.isBlind,
    gone: () => void events.push(`gone ${clock.now()}`),
  });
  return { clock, events, state, liveness };
}

test('[RE10] [W33] a peer is asked at every interval, and counts as gone after its time without a sign of life', () => {
  const { clock, events, liveness } = watch();
  clock.advance(15_000);
  liveness.heard();
  clock.advance(15_000);
  clock.advance(14_999);
  expect(events).toEqual(['probe 15000', 'probe 30000']);
  clock.advance(1);
  expect(events).toEqual(['probe 15000', 'probe 30000', 'gone 45000']);
  expect(clock.waiting).toBe(0);
});

test('[RE10] [W33] whenever the last sign of life came, the peer is gone 30 s later at the latest', () => {
  for (let last = 0; last <= 30_000; last += 1_234) {
    const { clock, events, liveness } = watch();
    for (let time = 0; time < last; time += 617) {
      clock.advance(617);
      liveness.heard();
    }
    const since = clock.now();
    clock.advance(30_000);
    const gone = Number(/^gone (\d+)$/.exec(events.at(-1) ?? '')?.[1]);
    expect(gone).toBeGreaterThanOrEqual(since + 15_000);
    expect(gone).toBeLessThanOrEqual(since + 30_000);
  }
});

test('[RE10] [W33] a page asks every 30 s and waits 20 s for the answer', () => {
  const { clock, events } = watch({ interval: 30_000, silence: 50_000 });
  clock.advance(60_000);
  expect(events).toEqual(['probe 30000', 'gone 50000']);
});

test('[RE11] while nothing is read, silence means nothing', () => {
  const { clock, events, state } = watch();
  state.isBlind = true;
  clock.advance(120_000);
  expect(events.filter((event) => event.startsWith('gone'))).toEqual([]);
  state.isBlind = false;
  clock.advance(29_999);
  expect(events.at(-1)).toBe('gone 135000');
});

test('[RE11] a timer that is late says nothing about the peer', () => {
  const late: (() => void)[] = [];
  let now = 0;
  const events: string[] = [];
  const clock = {
    now: () => now,
    after: (_: number, wake: () => void) => {
      late.push(wake);
      return () => {};
    },
  };
  const listener = {
    probe: () => void events.push('probe'),
    isBlind: () => false,
    gone: () => void events.push('gone'),
  };
  watchLife(clock, { interval: 15_000, silence: 30_000 }, listener);
  // The process stood still for an hour.
  now = 3_600_000;
  late.shift()?.();
  expect(events).toEqual(['probe']);
  now += 15_000;
  late.shift()?.();
  expect(events).toEqual(['probe', 'gone']);
});

test('[RE18] a check asks at once and waits for its own time only', () => {
  const { clock, events, liveness } = watch();
  clock.advance(1_000);
  liveness.check(5_000);
  clock.advance(4_999);
  expect(events).toEqual(['probe 1000']);
  liveness.heard();
  clock.advance(1);
  expect(events).toEqual(['probe 1000', 'probe 6000']);
  liveness.check(5_000);
  clock.advance(5_000);
  expect(events.at(-1)).toBe('gone 11000');
});

test('[RE10] a peer that was forgotten is not asked', () => {
  const { clock, events, liveness } = watch();
  liveness.stop();
  clock.advance(100_000);
  expect({ events, waiting: clock.waiting }).toEqual({ events: [], waiting: 0 });
});

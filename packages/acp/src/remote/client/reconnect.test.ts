import { expect, test } from 'vitest';
import { seededChance } from '../../../../../test/support/seed.ts';
import { ManualClock } from '../test-support/manual-clock.ts';
import { reconnect as pacing } from './reconnect.ts';

function reconnect(random: () => number, giveUpAfter?: number) {
  const clock = new ManualClock();
  return { clock, pauses: pacing({ clock, random }, giveUpAfter) };
}

test('[RE15] [W29] pauses double from a quarter of a second to 15 s', () => {
  const { pauses } = reconnect(() => 1);
  const all = Array.from({ length: 9 }, () => pauses.pauseAfter());
  expect(all).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000]);
  expect(pauses.attempts()).toBe(9);
});

test('[RE15] [W29] a pause is anything between nothing and its most', () => {
  const chance = seededChance();
  const { pauses } = reconnect(() => chance.next());
  const seen: number[] = [];
  for (let count = 0; count < 500; count += 1) {
    pauses.progressed();
    seen.push(pauses.pauseAfter() ?? -1);
  }
  expect(Math.min(...seen)).toBeGreaterThanOrEqual(0);
  expect(Math.min(...seen)).toBeLessThan(25);
  expect(Math.max(...seen)).toBeGreaterThan(225);
  expect(Math.max(...seen)).toBeLessThanOrEqual(250);
});

test('[RE15] after two minutes it gives up, with a last attempt at that time', () => {
  const { clock, pauses } = reconnect(() => 1);
  let pause = pauses.pauseAfter();
  for (; pause !== undefined; pause = pauses.pauseAfter()) clock.advance(pause);
  expect(clock.now()).toBe(120_000);
});

test('[RE15] a server that says when to come back is believed, but not beyond the time to give up', () => {
  const { pauses } = reconnect(() => 0.5);
  expect(pauses.pauseAfter({ retryAfter: '7' })).toBe(7_000);
  expect(pauses.pauseAfter({ retryAfter: '0' })).toBe(250);
  expect(pauses.pauseAfter({ retryAfter: 'Wed, 21 Oct 2026 07:28:00 GMT' })).toBe(500);
  expect(pauses.pauseAfter({ retryAfter: '-1' })).toBe(1_000);
  expect(pauses.pauseAfter({ retryAfter: '121' })).toBe(undefined);
});

test('[RE15] clients of a server that goes away come back within three seconds, each in its own time', () => {
  expect(reconnect(() => 0).pauses.pauseAfter({ isGoingAway: true })).toBe(0);
  expect(reconnect(() => 1).pauses.pauseAfter({ isGoingAway: true })).toBe(3_000);
});

test('[RE15] a server that is reached and lost again at once does not bring short pauses back, one with messages does', () => {
  const { clock, pauses } = reconnect(() => 1);
  for (let count = 0; count < 4; count += 1) {
    clock.advance(pauses.pauseAfter() ?? 0);
    pauses.opened();
  }
  expect(pauses.pauseAfter()).toBe(4_000);
  pauses.opened();
  pauses.progressed();
  expect(pauses.pauseAfter()).toBe(250);
  pauses.opened();
  clock.advance(15_000);
  expect(pauses.pauseAfter()).toBe(250);
});

test('[RE15] the time to give up begins anew when the server was reached', () => {
  const { clock, pauses } = reconnect(() => 1, 10_000);
  expect(pauses.pauseAfter()).toBe(250);
  clock.advance(9_000);
  expect(pauses.pauseAfter()).toBe(500);
  pauses.opened();
  clock.advance(9_000);
  expect(pauses.pauseAfter()).toBe(1_000);
  clock.advance(10_000);
  expect(pauses.pauseAfter()).toBe(undefined);
});

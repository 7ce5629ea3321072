import { expect, test } from 'vitest';
import { clientClock, platformClock } from './clock.ts';

/** The number of timers that keep the process alive. */
const holding = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

test('[RE15] a client that waits for its server keeps its process alive; the timers of a server do not', () => {
  const before = holding();
  const stopServer = platformClock.after(60_000, () => {});
  expect(holding() - before).toBe(0);
  const stopClient = clientClock.after(60_000, () => {});
  expect(holding() - before).toBe(1);
  stopServer();
  stopClient();
  expect(holding() - before).toBe(0);
});

test('[RE15] both clocks wake once, and not if they are told not to', async () => {
  for (const clock of [clientClock, platformClock]) {
    const woken: string[] = [];
    clock.after(0, () => void woken.push('never'))();
    const begin = clock.now();
    await new Promise<void>((resolve) => clock.after(1, resolve));
    expect([woken, clock.now() >= begin]).toEqual([[], true]);
  }
});

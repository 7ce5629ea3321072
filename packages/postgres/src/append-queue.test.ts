import { expect, test } from 'vitest';
import { AppendQueue } from './append-queue.ts';

test.each([0, 1, 2, 3, 4])('an append %i microtasks after another was stored is stored too', async (microtasks) => {
  let stored = 0;
  let store = () => {};
  const queue = new AppendQueue('s', () => {
    stored += 1;
    return stored > 1 ? Promise.resolve() : new Promise((resolve) => (store = resolve));
  });
  const add = (expected: number) =>
    new Promise((resolve, reject) => {
      const event = { type: 'turn_ended' } as const;
      queue.add({ events: [event], texts: ['{}'], options: { expected, at: 1 }, resolve, reject });
    });
  const first = add(0);
  await new Promise(setImmediate);
  store();
  for (let count = 0; count < microtasks; count++) await undefined;
  expect(await Promise.all([first, add(1)])).toEqual([1, 2]);
});

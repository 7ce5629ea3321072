import { expect, test } from 'vitest';
import { AppendQueues } from './append-queue.ts';

const event = { type: 'turn_ended' } as const;
const append = (expected: number, at = 1) => ({
  sessionId: 's',
  events: [event],
  texts: ['{}'],
  options: { expected, at },
});

test.each([0, 1, 2, 3, 4])('an append %i microtasks after another was stored is stored too', async (microtasks) => {
  let stored = 0;
  let store = () => {};
  const queues = new AppendQueues(() => {
    stored += 1;
    return stored > 1 ? Promise.resolve() : new Promise<void>((resolve) => (store = resolve));
  });
  const first = queues.add(append(0));
  await new Promise(setImmediate);
  store();
  for (let count = 0; count < microtasks; count++) await undefined;
  expect(await Promise.all([first, queues.add(append(1))])).toEqual([1, 2]);
});

test('appends that continue each other are stored together, but for one whose time will be refused', async () => {
  const batches: number[][] = [];
  const queues = new AppendQueues(async (_, batch) => {
    batches.push(batch.map(({ options }) => options.expected));
    if (batch.some(({ options }) => options.at < 1)) throw new Error('refused');
  });
  const results = await Promise.allSettled(
    [append(0), append(1), append(2, 0.5), append(3)].map((each) => queues.add(each)),
  );
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(batches).toEqual([[0, 1], [2], [3]]);
});

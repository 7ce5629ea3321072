import { expect, test } from 'vitest';
import { counts } from '../../../../../test/support/counts.ts';
import { seededChance } from '../../../../../test/support/seed.ts';
import { ManualClock } from '../test-support/manual-clock.ts';
import { PostOrder } from './post-order.ts';

test('[RE26] [W19] numbers are handled in their order, each once, whatever order they arrive in', async () => {
  const chance = seededChance();
  for (let run = 0; run < counts({ short: 100, long: 5_000 }); run += 1) {
    const order = new PostOrder<number>(new ManualClock(), 1_000, { waiting: 1_000, size: 1_000 });
    const count = chance.between(1, 100);
    const arrivals: number[] = [];
    for (let number = 1; number <= count; number += 1) {
      for (let copies = chance.between(1, 3); copies > 0; copies -= 1) arrivals.push(number);
    }
    arrivals.sort(() => chance.next() - 0.5);
    const handled: number[] = [];
    const outcomes = await Promise.all(arrivals.map((number) => order.run(number, 1, () => handled.push(number))));
    expect(handled).toEqual(Array.from({ length: count }, (_, at) => at + 1));
    expect(outcomes.filter((outcome) => outcome !== 'repeated')).toHaveLength(count);
  }
});

test('[RE26] a number waits for those before it only so long, and may come again', async () => {
  const clock = new ManualClock();
  const order = new PostOrder<string>(clock, 1_000, { waiting: 2, size: 10 });
  const early = order.run(2, 1, () => 'two');
  clock.advance(1_000);
  expect(await early).toBe('missing');
  const again = order.run(2, 1, () => 'two');
  expect(await order.run(1, 1, () => 'one')).toBe('one');
  expect([await again, clock.waiting]).toEqual(['two', 0]);
});

test('[RE26] [W46] so many wait at a time, and no more', async () => {
  const clock = new ManualClock();
  const order = new PostOrder<string>(clock, 1_000, { waiting: 2, size: 10 });
  const waiting = [order.run(3, 1, () => 'three'), order.run(4, 1, () => 'four')];
  expect(await order.run(5, 1, () => 'five')).toBe('missing');
  order.end();
  expect([await Promise.all(waiting), clock.waiting]).toEqual([['missing', 'missing'], 0]);
});

test('[RE26] [W48] what waits has a limit in size as well, but the next number never waits', async () => {
  const clock = new ManualClock();
  const order = new PostOrder<string>(clock, 1_000, { waiting: 10, size: 10 });
  const waiting = [order.run(3, 6, () => 'three'), order.run(4, 4, () => 'four')];
  expect(await order.run(5, 1, () => 'five')).toBe('missing');
  // A repetition takes the place of the first.
  const again = order.run(4, 4, () => 'four');
  const last = order.run(2, 0, () => 'two');
  expect(await order.run(1, 100, () => 'one')).toBe('one');
  expect(await Promise.all([...waiting, again, last])).toEqual(['three', 'repeated', 'four', 'two']);
  expect(clock.waiting).toBe(0);
});

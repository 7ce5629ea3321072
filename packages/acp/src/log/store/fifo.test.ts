import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { Fifo } from './fifo.ts';

test('property: a queue gives what an array gives', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean()), (steps) => {
      const queue = new Fifo<number>();
      const array: number[] = [];
      for (const [index, isPush] of steps.entries()) {
        if (isPush) {
          queue.push(index);
          array.push(index);
        } else {
          expect(queue.shift()).toBe(array.shift());
        }
        expect([queue.length, queue.first]).toEqual([array.length, array[0]]);
      }
    }),
  );
});

test('taking all items moves each a bounded number of times', () => {
  const queue = new Fifo<number>();
  const count = 20_000;
  for (let index = 0; index < count; index++) queue.push(index);
  let moved = 0;
  const { slice } = Array.prototype;
  const slices = vi.spyOn(Array.prototype, 'slice').mockImplementation(function (this: unknown[], ...range) {
    const rest = slice.apply(this, range);
    moved += rest.length;
    return rest;
  });
  try {
    for (let index = 0; index < count; index++) queue.shift();
  } finally {
    slices.mockRestore();
  }
  expect(queue.length).toBe(0);
  expect(moved).toBeLessThanOrEqual(count);
});

import { expect, test } from 'vitest';
import { Bells } from './bells.ts';

test('[X42] only who follows a session is woken by it, and all by everything', async () => {
  const bells = new Bells();
  const woken: string[] = [];
  const wait = (name: string, number: number) =>
    void bells
      .join(number)
      .next()
      .then(() => woken.push(name));
  wait('a', 1);
  wait('b', 1);
  wait('c', 2);
  bells.ring([1, 3]);
  await Promise.resolve();
  expect(woken).toEqual(['a', 'b']);
  bells.ringAll();
  await Promise.resolve();
  expect(woken).toEqual(['a', 'b', 'c']);
});

test('a bell hangs as long as somebody follows', () => {
  const bells = new Bells();
  const bell = bells.join(1);
  expect(bells.join(1)).toBe(bell);
  bells.leave(1);
  expect(bells.join(1)).toBe(bell);
  bells.leave(1);
  bells.leave(1);
  bells.leave(1);
  expect(bells.join(1)).not.toBe(bell);
});

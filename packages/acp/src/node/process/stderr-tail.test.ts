import { expect, test } from 'vitest';
import { StderrTail } from './stderr-tail.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

test('a short text is kept whole, characters cut between two reads included', () => {
  const tail = new StderrTail(100);
  const text = bytes('é日本\nlast');
  tail.add(text.subarray(0, 1));
  tail.add(text.subarray(1, 4));
  tail.add(text.subarray(4));
  expect(`${tail}`).toBe('é日本\nlast');
});

test('of a long text the last whole lines are kept, and of a long line its end', () => {
  const tail = new StderrTail(20);
  for (let line = 0; line < 100; line += 1) tail.add(bytes(`line ${line}\n`));
  expect(`${tail}`).toBe('line 98\nline 99\n');
  const one = new StderrTail(10);
  one.add(bytes('x'.repeat(1_000)));
  one.add(bytes('the end'));
  expect(`${one}`).toBe('xxxthe end');
});

import { expect, test } from 'vitest';
import { milliseconds, seconds } from './durations.ts';

test('a number of seconds is greater than 0', () => {
  expect([seconds('1.5'), seconds('90')]).toEqual([1500, 90_000]);
  for (const text of ['0', '-1']) expect(() => seconds(text)).toThrow('It must be a number of seconds greater than 0.');
  for (const text of ['', 'soon', 'Infinity']) expect(() => seconds(text)).toThrow('It must be a number of seconds.');
});

test('a number of milliseconds may be 0', () => {
  expect([milliseconds('0'), milliseconds('20')]).toEqual([0, 20]);
  expect(() => milliseconds('-1')).toThrow('It must be a number of milliseconds from 0 on.');
});

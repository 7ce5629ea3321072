import { expect, test } from 'vitest';
import { lineRange } from './line-range.ts';

test.each([
  [1, undefined, 'a\nb\r\n\nd'],
  [0, 1, 'a\n'],
  [2, 1, 'b\r\n'],
  [2, 2, 'b\r\n\n'],
  [4, 9, 'd'],
  [5, undefined, ''],
  [4_000_000_000, 4_000_000_000, ''],
  [1, 0, ''],
])('from line %i, at most %s', (line, limit, expected) => {
  expect(lineRange('a\nb\r\n\nd', line, limit)).toBe(expected);
});

import { expect, test } from 'vitest';
import { visible, visibleLine } from './visible.ts';

test.each([
  ['plain text\n\tindented', 'plain text\n\tindented'],
  ['Grüße, 你好, עברית', 'Grüße, 你好, עברית'],
  ['\u001b[31mred\u0007', '\\u001b[31mred\\u0007'],
  ['photo\u202egnp.exe', 'photo\\u202egnp.exe'],
  ['a\u2066b\u2069\u200bc', 'a\\u2066b\\u2069\\u200bc'],
  ['one\u2028two', 'one\\u2028two'],
  ['lone \ud83d here', 'lone \\ud83d here'],
  ['😀', '😀'],
  ['tag \u{e0041}', 'tag \\u{e0041}'],
])('[IP57] %j', (text, shown) => {
  expect(visible(text)).toBe(shown);
});

test('[IP57] a line stays one', () => {
  expect(visibleLine('a\nb\tc')).toBe('a⏎b c');
});

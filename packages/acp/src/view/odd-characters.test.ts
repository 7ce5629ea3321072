import { expect, test } from 'vitest';
import { activeCharacters, oddCharacters, oddSign, wholeStart } from './odd-characters.ts';

/** The code points that are found by themselves, as ranges. */
function found(expression: RegExp): string[] {
  const ranges: [number, number][] = [];
  for (let code = 0; code <= 0x10ffff; code++) {
    if (String.fromCodePoint(code).replace(expression, '') !== '') continue;
    const last = ranges.at(-1);
    if (last?.[1] === code - 1) last[1] = code;
    else ranges.push([code, code]);
  }
  return ranges.map(([from, to]) => (from === to ? from.toString(16) : `${from.toString(16)}-${to.toString(16)}`));
}

test('what acts in a terminal or on a page is found, and so is what hides', () => {
  const acting = ['0-8', 'b-1f', '7f-9f', '2028-202e', '2066-2069', 'd800-dfff'];
  const odd = ['0-8', 'b-1f', '7f-9f', 'ad', '61c', '180e', '200b', '200e-200f', '2028-202e', '2060-206f'];
  expect(found(activeCharacters)).toEqual(acting);
  expect(found(oddCharacters)).toEqual([...odd, 'd800-dfff', 'feff', 'fff9-fffb', 'e0000-e03ff']);
});

test('a sign stands for each, and a start has whole characters', () => {
  expect([0, 0x1b, 0x7f, 0x80, 0x202e].map(oddSign)).toEqual(['␀', '␛', '␡', '\ufffd', '\ufffd']);
  expect(['ab', 'abc', 'a😀c', 'a😀c'].map((text, index) => wholeStart(text, index < 3 ? 2 : 3))).toEqual([
    'ab',
    'ab',
    'a',
    'a😀',
  ]);
});

import type { ModelMessage } from 'ai';
import { expect, test } from 'vitest';
import { abandoned, type Written } from './abandoned-text.ts';

const written = (...texts: string[]): Written<object>[] =>
  texts.map((each) => {
    const type = each.startsWith('~') ? 'reasoning' : 'text';
    return { type, text: each.replace('~', ''), handle: {} };
  });

const response = (...texts: string[]): ModelMessage[] => [
  {
    role: 'assistant',
    content: written(...texts).map(({ type, text }) => ({ type, text })),
  },
  { role: 'tool', content: [] },
];

test.each<[string, string[], string[], number[]]>([
  ['nothing, if all of it is in the response', ['~a', 'b', 'c'], ['~a', 'b', 'c'], []],
  ['an attempt before the last one', ['~a', 'b', '~a', 'bc'], ['~a', 'bc'], [0, 1]],
  ['of two attempts with the same text, the first', ['b', 'b'], ['b'], [0]],
  ['a thought with the words of a text', ['~b', 'b'], ['b'], [0]],
  ['nothing, if the response has something else', ['a', 'b'], ['b', 'x'], []],
  ['everything, if the response is empty', ['a'], [''], [0]],
])('abandoned is %s', (_, reported, said, indexes) => {
  const all = written(...reported);
  expect(abandoned(all, response(...said))).toEqual(indexes.map((index) => all[index]?.handle));
  expect(abandoned(all, response(...said)).every((handle, at) => handle === all[indexes[at] ?? -1]?.handle)).toBe(true);
});

import { expect, test } from 'vitest';
import type { ContentBlock } from '../protocol/june/generated/content.ts';
import { blockText, isPlainText, joinedText, textOf } from './plain-text.ts';

const text = (words: string) => ({ type: 'text', text: words }) as const;
const image = { type: 'image', data: '', mimeType: 'image/png' } as const;
const noted = { ...text('noted'), annotations: { priority: 1 } };
const tagged = { ...text('tagged'), _meta: {} };
const later = { ...text('later'), language: 'en' };
const bare = { ...text('bare'), annotations: null, _meta: null };

test('plain text has nothing but its text; null is absent, and what we do not know is there', () => {
  expect([text('a'), bare, noted, tagged, later, image, { type: '_own' } as const].map(isPlainText)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
});

test('adjacent plain text is joined, and nothing else is touched', () => {
  const content: ContentBlock[] = [text('a'), text('b'), noted, tagged, text('c'), image, bare, text(''), later];
  const joined = joinedText(content);
  expect(joined).toEqual([text('ab'), noted, tagged, text('c'), image, text('bare'), later]);
  expect([joined[1], joined[2], joined[6]].map((block, at) => block === [noted, tagged, later][at])).toEqual([
    true,
    true,
    true,
  ]);
});

test('content without adjacent plain text is the same array', () => {
  for (const content of [[], [text('')], [bare, image, text('a'), noted, text('b')]]) {
    expect(joinedText(content)).toBe(content);
  }
});

test('the text of content is that of its text blocks, plain or not', () => {
  const content: ContentBlock[] = [text('a'), image, noted, { type: '_own', text: 'no' }, text('b')];
  expect(textOf(content)).toBe('anotedb');
  expect(content.map(blockText)).toEqual(['a', '', 'noted', '', 'b']);
});

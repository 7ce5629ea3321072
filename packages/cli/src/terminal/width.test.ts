import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counts } from '../../../../test/support/counts.ts';
import { neutral, neutralLine } from './neutral.ts';
import { looksOf, painted, span, tone } from './style.ts';
import { truncated, widthOf } from './width.ts';
import { cut, wrapped } from './wrap.ts';

const plain = (rows: readonly (readonly { text: string }[])[]) =>
  rows.map((row) => row.map(({ text }) => text).join(''));

test.each([
  ['plain', 5],
  ['日本語', 6],
  ['한국', 4],
  ['e\u0301', 1],
  ['🙂', 2],
  ['👨‍👩‍👧‍👦', 2],
  ['🇩🇪', 2],
  ['❤\ufe0f', 2],
  ['שלום', 4],
  ['\u200b', 0],
  ['', 0],
])('[TE3] the cells of %j', (text, cells) => {
  expect(widthOf(text)).toBe(cells);
});

test('[TE3] text is cut to cells with an ellipsis', () => {
  expect(truncated('abcdef', 6)).toBe('abcdef');
  expect(truncated('abcdefg', 6)).toBe('abcde…');
  expect(truncated('日本語日本語', 6)).toBe('日本…');
  expect(truncated('x'.repeat(10_000_000), 4)).toBe('xxx…');
});

test('[TE1] controls become signs that can be seen', () => {
  expect(neutral('a\x1b[2Jb\x07\x9bc\x7f\td\r\ne\rf\x00')).toBe('a␛[2Jb␇\ufffdc␡    d\ne␍f␀');
  expect(neutralLine(' a\n  b\tc\x1b]0;x\x07\n')).toBe('a b    c␛]0;x␇');
});

test('[TE2] what turns text around is replaced, letters stay', () => {
  expect(neutral('\u202eevil\u202c \u2066x\u2069 שלום \u2028y')).toBe('\ufffdevil\ufffd \ufffdx\ufffd שלום  y');
  expect(neutral('\ud83d')).toBe('\ufffd');
  expect(neutral('🙂')).toBe('🙂');
});

test('[TE1] no text has controls left, and neutral text stays as it is', () => {
  const text = fc.string({
    unit: fc.oneof(
      fc.string({ unit: 'binary', maxLength: 2 }),
      fc.constantFrom('\x1b[', '\r\n', '\n', '\x9b', '\ud800'),
    ),
  });
  fc.assert(
    fc.property(text, (value) => {
      const result = neutral(value);
      expect(result).not.toMatch(/[\p{Cs}\u202a-\u202e\u2066-\u2069]|(?!\n)\p{Cc}/u);
      expect(neutral(result)).toBe(result);
    }),
    { numRuns: counts({ short: 150, long: 7_000 }) },
  );
});

test('[TE3] words wrap between them, long ones within', () => {
  expect(plain(wrapped([span('one two three')], 8))).toEqual(['one two', 'three']);
  expect(plain(wrapped([span('abcdefghijkl mn')], 5))).toEqual(['abcde', 'fghij', 'kl mn']);
  expect(plain(wrapped([span('日本語です')], 5))).toEqual(['日本', '語で', 'す']);
  // What closes does not begin a row.
  expect(plain(wrapped([span('日本語です。')], 10))).toEqual(['日本語で', 'す。']);
  expect(plain(wrapped([span('日本, 「한국」어')], 4))).toEqual(['日', '本,', '「한', '국」', '어']);
  expect(plain(wrapped([span('a b')], 10, { first: [span('• ')], rest: [span('  ')] }))).toEqual(['• a b']);
  expect(plain(wrapped([span('aa bb cc')], 7, { first: [span('• ')], rest: [span('  ')] }))).toEqual([
    '• aa bb',
    '  cc',
  ]);
  expect(plain(cut([span('a b  c d e')], 4))).toEqual(['a b ', ' c d', ' e']);
  expect(plain(wrapped([], 5))).toEqual(['']);
});

test('[TE3] no row is wider than it may be, and no letter is lost', () => {
  const words = fc.array(fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('日本語', '🙂🙂', 'word', '   ')));
  fc.assert(
    fc.property(words, fc.integer({ min: 2, max: 30 }), (parts, width) => {
      const spans = parts.map((part, index) => span(neutralLine(part), index % 2 === 0 ? tone.bold : tone.plain));
      const letters = spans
        .map(({ text }) => text)
        .join('')
        .replaceAll(' ', '');
      for (const rows of [wrapped(spans, width), cut(spans, width)]) {
        for (const row of plain(rows)) expect(widthOf(row)).toBeLessThanOrEqual(width);
        expect(plain(rows).join('').replaceAll(' ', '')).toBe(letters);
      }
    }),
    { numRuns: counts({ short: 150, long: 7_000 }) },
  );
});

test('[TE9] looks: everything, no colours, nothing', () => {
  const row = [span('a', tone.bold | tone.red), span('b', tone.bold | tone.red), span('c')];
  expect(painted(row, 'colour')).toBe('\x1b[1;31mab\x1b[0mc');
  expect(painted(row, 'mono')).toBe('\x1b[1mab\x1b[0mc');
  expect(painted(row, 'none')).toBe('abc');
  expect([looksOf({}), looksOf({ NO_COLOR: '1' }), looksOf({ NO_COLOR: '' }), looksOf({ TERM: 'dumb' })]).toEqual([
    'colour',
    'mono',
    'colour',
    'none',
  ]);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counts } from '../../../../test/support/counts.ts';
import { explicit, explicitLine, explicitRows } from './explicit.ts';
import { widthOf } from './width.ts';

test.each([
  ['plain text, $(with) `signs`', 'plain text, $(with) `signs`'],
  ['日本語 שלום e\u0301', '日本語 שלום e\u0301'],
  ['a\x1b[2Jb\x07\rc\x7f\u0085', 'a␛[2Jb␇␍c‹U+007F›‹U+0085›'],
  ['a\u202eb\u2066c\u200ed', 'a‹U+202E›b‹U+2066›c‹U+200E›d'],
  ['ls\u200b\u2060\ufeff\u00ad\u3164\u{e0041}x', 'ls‹U+200B›‹U+2060›‹U+FEFF›‹U+00AD›‹U+3164›‹U+E0041›x'],
  ['a\u00a0b\u3000c\u2800d\u2028e', 'a‹U+00A0›b‹U+3000›c‹U+2800›d‹U+2028›e'],
  ['r\u0336m\u20dd', 'r‹U+0336›m‹U+20DD›'],
  ['e\u0301\u0302\u0303\u0304', 'e\u0301\u0302‹U+0303›‹U+0304›'],
  ['\u0301a', '‹U+0301›a'],
  ['👨\u200d👩', '👨‹U+200D›👩'],
  ['\ud800x', '‹U+D800›x'],
  [`ls${' '.repeat(40)}; rm -rf ~`, 'ls ‹40 blanks› ; rm -rf ~'],
  [`ls${'\n'.repeat(40)}rm -rf ~`, 'ls\n‹39 empty lines›\nrm -rf ~'],
  ['one\r\ntwo\tthree', 'one\ntwo    three'],
])('[TE14] %j is shown as %j', (text, shown) => {
  expect(explicit(text)).toBe(shown);
});

test('[TE15] a line break in what belongs on one line becomes a sign', () => {
  expect(explicitLine('a\nb\r\nc')).toBe('a⏎b⏎c');
});

const hostile = fc.string({
  maxLength: 200,
  unit: fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    fc.constantFrom('a', ' ', '\n', '日', '🙂', '\u200b', '\u202e', 'e\u0301', '\u0301', '\t', '          '),
  ),
});

test('[TE14] rows hold every character of what is shown, and nothing that a terminal could show wider than counted', () => {
  fc.assert(
    fc.property(hostile, fc.integer({ min: 4, max: 60 }), (text, width) => {
      const shown = explicit(text);
      const rows = explicitRows(shown, width);
      const again = rows.map((row, index) => (row.goesOn || index === 0 ? '' : '\n') + row.text).join('');
      expect(again).toBe(shown);
      for (const row of rows) {
        const cells = [...row.text].reduce((sum, char) => sum + (char <= '~' ? 1 : 2), 0);
        expect(cells).toBeLessThanOrEqual(width);
        expect(widthOf(row.text)).toBeLessThanOrEqual(width);
      }
      expect(shown).not.toMatch(/(?![\n ])[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u);
      expect(explicit(shown)).toBe(shown);
    }),
    { numRuns: counts({ short: 300, long: 20_000 }) },
  );
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counts } from '../../../../test/support/counts.ts';
import { span } from './style.ts';
import { TextBlock } from './text-block.ts';
import { widthOf } from './width.ts';

function render(pieces: readonly string[], width = 40): string[] {
  const block = new TextBlock({ width, looks: 'none', gutter: span('> '), reading: 'verbatim' });
  for (const piece of pieces) {
    block.append(piece);
    block.rows;
  }
  return [...block.rows];
}

test('[TE12] what looks like Markdown stays as it was written', () => {
  const text = '# no\ndef __init__(self):\n    x = a * b * c  # *y*\n- `i`\n\n\n| a |\n|---|\n```\nend\\\n';
  expect(render([text])).toEqual([
    '> # no',
    '> def __init__(self):',
    '>     x = a * b * c  # *y*',
    '> - `i`',
    '',
    '',
    '> | a |',
    '> |---|',
    '> ```',
    '> end\\',
  ]);
});

test('[TE12] long lines are broken between words, and nothing of them is lost', () => {
  expect(render(['one two three four'], 12)).toEqual(['> one two', '> three four']);
  const words = Array.from({ length: 2_000 }, (_, index) => `word${index}`).join(' ');
  const rows = render([words]);
  expect(rows.map((row) => row.slice(2)).join(' ')).toBe(words);
});

test('[TE4] [TE12] pieces give the same rows as the whole, none of them too wide', () => {
  const part = fc.constantFrom('word ', '\n', '日本語', '🙂', '    ', 'x'.repeat(700), '*', '|', 'y '.repeat(400));
  fc.assert(
    fc.property(
      fc.array(part, { maxLength: 30 }),
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 6, max: 60 }),
      (parts, size, width) => {
        const text = parts.join('');
        const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
          text.slice(at * size, at * size + size),
        );
        const rows = render(pieces, width);
        for (const row of rows) expect(widthOf(row)).toBeLessThanOrEqual(width);
        expect(rows).toEqual(render([text], width));
      },
    ),
    { numRuns: counts({ short: 50, long: 500 }) },
  );
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counts } from '../../../../test/support/counts.ts';
import { MarkdownStream } from './markdown-stream.ts';
import { span } from './style.ts';
import { render } from './test-support/rendered.ts';
import { TextBlock } from './text-block.ts';
import { widthOf } from './width.ts';

test('[TE11] columns are as wide as their cells, and aligned as asked', () => {
  const text =
    'Sizes:\n| Name | Size | Kind |\n|:-----|-----:|:----:|\n| 日本 | 7 | a |\n| 🙂 ok | 1024 | b |\n|x|\nAfter.';
  expect(render([text])).toEqual([
    'Sizes:',
    '',
    'Name  │ Size │ Kind',
    '──────┼──────┼─────',
    '日本  │    7 │  a',
    '🙂 ok │ 1024 │  b',
    'x     │      │ ',
    '',
    'After.',
  ]);
});

test('[TE11] the header is bold, and cells are Markdown', () => {
  expect(render(['| `a` | b |\n|-|-|\n| **x** | a\\|b `c\\|d` |\n'], 40, 'colour')).toEqual([
    '\x1b[1;36ma\x1b[0m\x1b[2m │ \x1b[0m\x1b[1mb\x1b[0m',
    '\x1b[2m──┼────────\x1b[0m',
    '\x1b[1mx\x1b[0m\x1b[2m │ \x1b[0ma|b \x1b[36mc|d\x1b[0m',
  ]);
});

test('[TE11] pipes at the edge may be left out, and an indent is kept', () => {
  expect(render(['- item\n  a | b\n  --- | ---\n  1 | 2\nplain\n\nend'])).toEqual([
    '• item',
    '',
    '  a     │ b',
    '  ──────┼──',
    '  1     │ 2',
    '  plain │ ',
    '',
    'end',
  ]);
});

test('[TE11] what no row of dashes follows is text', () => {
  expect(render(['a | b\nc || d\n\n| x | y |\n|---|\n| z |\n- | x\n|:'])).toEqual([
    'a | b',
    'c || d',
    '',
    '| x | y |',
    '─'.repeat(40),
    '| z |',
    '• | x',
    '|:',
  ]);
  expect(render(['a \\| b\n--- | ---\n'])).toEqual(['a | b', '─'.repeat(40)]);
});

test('[TE11] a line too long to be looked at as a whole is no part of a table, and stands below it', () => {
  const colons = render(['a | b\n', ':'.repeat(1_100), '|-\nend']);
  expect([colons[0], colons.join('').replaceAll(':', '')]).toEqual(['a | b', 'a | b|-end']);
  const rows = render(['| a |\n|---|\n| 1 |\n', `| ${'long '.repeat(1_000)}|\n| 2 |`]);
  expect([rows.slice(0, 5), rows.at(-1)]).toEqual([
    ['a', '─', '1', '', `| ${'long '.repeat(8).trim()}`.slice(0, 36)],
    '| 2 |',
  ]);
});

test('[TE11] a line that waits to be a header is shown as it stands', () => {
  expect(render(['| a | b |\n'])).toEqual(['| a | b |']);
  expect(render(['| a | b |\n', '|--'])).toEqual(['| a | b |']);
  expect(render(['| a | b |\n', '|--', '|-'])).toEqual(['a │ b', '──┼──']);
  expect(render(['| a | b |\n|-|-|\n| lon'])).toEqual(['a   │ b', '────┼──', 'lon │ ']);
});

test('[TE11] cells that do not fit side by side are wrapped in their columns', () => {
  expect(render(['| Key | What it does for you |\n|---|--:|\n| one | some words that go on |\n'], 20)).toEqual([
    'Key │   What it does',
    '    │        for you',
    '────┼───────────────',
    'one │     some words',
    '    │     that go on',
  ]);
});

test('[TE11] more columns than can be read become blocks of names and values', () => {
  const text =
    '| Name | Colour | Weight | Comment |\n|---|---|---|---|\n| apple | green or red | 120 g | good |\n| pear | | 180 g |\n';
  expect(render([text], 24)).toEqual([
    '────────',
    'Name: apple',
    'Colour: green or red',
    'Weight: 120 g',
    'Comment: good',
    '────────',
    'Name: pear',
    'Colour:',
    'Weight: 180 g',
    'Comment:',
  ]);
});

test('[TE5] a wide cell in a long table widens its column from there on; what is settled stays', () => {
  const rows = Array.from({ length: 30 }, (_, index) => `| ${index} | x |\n`).join('');
  const shown = render([`| n | x |\n|---|---|\n${rows}| 30 | and now more |\n| 31 | x |\n`]);
  expect(shown.slice(0, 3)).toEqual(['n │ x', '──┼──', '0 │ x']);
  expect(shown.slice(-3)).toEqual(['29 │ x', '30 │ and now more', '31 │ x']);
});

test('[TE5] a table is open only as far as the terminal reaches', () => {
  const head = '| n | x |\n|---|---|\n';
  const openRows = (height: number): number => {
    const stream = new MarkdownStream(80, 0, height);
    stream.append(head);
    for (let index = 0; index < 100; index++) {
      stream.append(`| ${index} | row |\n`);
      const settled = stream.takeSettled();
      if (settled.length > 0) return settled.length;
    }
    return 0;
  };
  expect([4, 10, 24, 60, 500].map(openRows)).toEqual([3, 5, 12, 30, 40]);
});

test('[TE5] the open part of a table stays small, and what is settled is settled once', () => {
  const stream = new MarkdownStream(80);
  stream.append('| n | x |\n|---|---|\n');
  let settled = 0;
  for (let index = 0; index < 5_000; index++) {
    stream.append(`| ${index} | row |\n`);
    settled += stream.takeSettled().length;
    expect(stream.open().length).toBeLessThan(12);
  }
  expect(settled).toBe(5_002);
});

test('[TE4] tables in pieces give the same rows as the whole, none of them too wide', () => {
  const part = fc.constantFrom(
    '| a | b |\n|---|--:|\n',
    'a | b | c\n:-:|-|-\n',
    '| 1 | 2 |\n',
    '| longer than others | 日本語の表 |\n',
    '| 🙂 | `x\\|y` **b',
    ' | ',
    '|',
    '|---|---|\n',
    '--',
    ':',
    '\\',
    '\n',
    '\n\n',
    '# h\n',
    '- i | j\n',
    '```\n',
    'word ',
    `| ${'y'.repeat(900)} `,
    `| ${'z '.repeat(2_000)}`,
    '-'.repeat(700),
  );
  fc.assert(
    fc.property(
      fc.array(part, { maxLength: 40 }),
      fc.infiniteStream(fc.integer({ min: 1, max: 60 })),
      fc.integer({ min: 4, max: 60 }),
      (parts, sizes, width) => {
        const text = parts.join('');
        const pieces: string[] = [];
        for (let at = 0; at < text.length; ) {
          const size = sizes.next().value ?? 1;
          pieces.push(text.slice(at, at + size));
          at += size;
        }
        const block = new TextBlock({ width, looks: 'none', gutter: span('') });
        for (const piece of pieces) {
          block.append(piece);
          for (const row of block.rows.slice(-40)) expect(widthOf(row)).toBeLessThanOrEqual(width);
        }
        const rows = [...block.rows];
        for (const row of rows) expect(widthOf(row)).toBeLessThanOrEqual(width);
        expect(rows).toEqual(render([text], width));
      },
    ),
    { numRuns: counts({ short: 40, long: 400 }) },
  );
});

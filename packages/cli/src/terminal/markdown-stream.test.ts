import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counts } from '../../../../test/support/counts.ts';
import { MarkdownStream } from './markdown-stream.ts';
import { span } from './style.ts';
import { render } from './test-support/rendered.ts';
import { TextBlock } from './text-block.ts';
import { widthOf } from './width.ts';

test('[TE4] headings, lists, quotes, code and rules', () => {
  const text =
    '\n\n# Title\nSome *words* and **more** of `it`.\n## Next\n- one\n  - two, which is longer than the row is wide\n1. first\n- [x] done\n> said\n\n\n```ts\nconst a = 1;\n\n  return "x";\n```\nAfter.\n---\n| a | b |\n|---|---|\n';
  expect(render([text])).toEqual([
    'Title',
    'Some words and more of it.',
    '',
    'Next',
    '• one',
    '  • two, which is longer than the row is',
    '    wide',
    '1. first',
    '☑ done',
    '▌ said',
    '',
    '  ts',
    '  const a = 1;',
    '  ',
    '    return "x";',
    '',
    'After.',
    '─'.repeat(40),
    '',
    'a │ b',
    '──┼──',
  ]);
});

test('[TE4] colour for code, emphasis and links', () => {
  expect(render(['**b** _i_ `c` ~~s~~ \\*x\\* a_b_c 2*3*4'], 60, 'colour')).toEqual([
    '\x1b[1mb\x1b[0m \x1b[3mi\x1b[0m \x1b[36mc\x1b[0m \x1b[9ms\x1b[0m *x* a_b_c 2\x1b[3m3\x1b[0m4',
  ]);
  expect(render(['```js\nlet a = "x" // y\n'], 60, 'colour')[1]).toBe(
    '  \x1b[35mlet\x1b[0m a = \x1b[32m"x"\x1b[0m \x1b[2m// y\x1b[0m',
  );
});

test('[TE10] a link shows where it leads', () => {
  expect(render(['[bank](https://evil.example/x) and https://a.example/b. <https://c.example>'], 100)).toEqual([
    'bank (https://evil.example/x) and https://a.example/b. https://c.example',
  ]);
  expect(render(['see [1 and [two](u)'], 100)).toEqual(['see [1 and two (u)']);
});

test('[TE4] three marks are bold and italic, or two and one', () => {
  expect(render(['***a b*** ***c** d* *** e\n***f'], 60, 'colour')).toEqual([
    '\x1b[1;3ma b\x1b[0m \x1b[1m*c\x1b[0m d* *** e',
    '\x1b[1;3mf\x1b[0m',
  ]);
});

test('[TE4] what is not closed yet is shown as if it were, until the line ends', () => {
  expect(render(['a **bo'], 40, 'colour')).toEqual(['a \x1b[1mbo\x1b[0m']);
  expect(render(['a **bo\n'], 40, 'colour')).toEqual(['a **bo']);
  expect(render(['a `co'], 40, 'colour')).toEqual(['a \x1b[36mco\x1b[0m']);
});

test('[TE4] a backslash that breaks the line is not shown, one that is meant is', () => {
  expect(render(['one\\\ntwo \\\\\n> three\\\n- four\\\n# C:\\\n```\nfive\\\n```\nsix\\ \n\\\nend\\'])).toEqual([
    'one',
    'two \\',
    '▌ three',
    '• four',
    '',
    'C:\\',
    '',
    '  five\\',
    '',
    'six\\',
    'end\\',
  ]);
});

test('[TE4] a heading of which only the mark has come shows nothing, and no row for it', () => {
  for (const mark of ['#', '##', '## ', '######']) expect(render(['text\n', mark])).toEqual(['text']);
  expect(render(['text\n', '#', '# ', 'Title'])).toEqual(['text', '', 'Title']);
  expect(render(['text\n', '#', 'tag\n', '##\n', '#######'])).toEqual(['text', '#tag', '#######']);
});

test('[TE4] pieces give the same rows as the whole', () => {
  const part = fc.constantFrom(
    '# h\n',
    '##',
    'word\\',
    '- item **b',
    '** x\n',
    '```js\n',
    'let a = 1;\n',
    '```\n',
    '\n',
    'word ',
    '日本語',
    '🙂',
    '`c` ',
    '> q\n',
    'x'.repeat(700),
    ' and so on',
  );
  fc.assert(
    fc.property(
      fc.array(part, { maxLength: 30 }),
      fc.infiniteStream(fc.integer({ min: 1, max: 40 })),
      fc.integer({ min: 12, max: 60 }),
      (parts, sizes, width) => {
        const text = parts.join('');
        const pieces: string[] = [];
        for (let at = 0; at < text.length; ) {
          const size = sizes.next().value ?? 1;
          pieces.push(text.slice(at, at + size));
          at += size;
        }
        const rows = render(pieces, width);
        for (const row of rows) expect(widthOf(row)).toBeLessThanOrEqual(width);
        expect(rows).toEqual(render([text], width));
      },
    ),
    { numRuns: counts({ short: 100, long: 2_500 }) },
  );
});

test('[TE4] a line end of two characters may arrive in two pieces', () => {
  expect(render(['one\r', '\ntwo\r', '\n', 'three'])).toEqual(['one', 'two', 'three']);
});

test('[TE4] a row that was full when the line went on stays within the width', () => {
  for (let width = 12; width <= 60; width++) {
    for (const start of ['```\n', '']) {
      const rows = render([start, 'x'.repeat(700), 'y'.repeat(700)], width);
      expect(Math.max(...rows.map(widthOf))).toBeLessThanOrEqual(width);
    }
  }
});

test('[TE5] a settled row never changes, also of a line without end', () => {
  const block = new TextBlock({ width: 40, looks: 'none', gutter: span('  ') });
  let before: string[] = [];
  for (let index = 0; index < 3_000; index++) {
    block.append(index % 50 === 7 ? '**marked** ' : `word${index} `);
    const changed = block.takeChange();
    expect(changed).toBeGreaterThan(before.length - 40);
    expect(block.rows.slice(0, changed)).toEqual(before.slice(0, changed));
    before = [...block.rows];
  }
  expect(before.join('')).not.toContain('*');
  expect(before.slice(1, -1).every((row) => row.length > 25)).toBe(true);
});

test('[TE5] the open part stays small, however long the line', () => {
  const stream = new MarkdownStream(80);
  stream.append('word '.repeat(200_000));
  expect(stream.open().length).toBeLessThan(20);
  expect(stream.takeSettled().length).toBeGreaterThan(10_000);
});

test('[TE1] agents cannot reach the terminal through Markdown', () => {
  const rows = render(['a\x1b[2J `\x1b]0;t\x07` [x](\x1b[31m) ```\x9b\n```\x1b\ncode\x1b[1m\n'], 60, 'colour').join(
    '\n',
  );
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what must not be there.
  expect(rows.replace(/\x1b\[[0-9;]*m/g, '')).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f]/);
});

test('[TE7] a replaced text tells the first row that differs', () => {
  const block = new TextBlock({ width: 40, looks: 'none', gutter: span('') });
  block.append('one\ntwo\nthree\n');
  expect(block.takeChange()).toBe(0);
  block.replace('one\ntwo\nfour\n');
  expect([block.takeChange(), block.rows]).toEqual([2, ['one', 'two', 'four']]);
  block.replace('one\ntwo\nfour\n');
  expect(block.takeChange()).toBe(3);
  block.replace('');
  expect([block.takeChange(), block.rows]).toEqual([0, []]);
});

import { describe, expect, test } from 'vitest';
import type { Chance } from '../../../../soak/chance.ts';
import { counts } from '../../../../test/support/counts.ts';
import { seededChance } from '../../../../test/support/seed.ts';
import { TerminalText, terminalTextLimit } from './terminal-text.ts';

const encoder = new TextEncoder();

function shown(...chunks: (string | number[])[]) {
  const terminal = new TerminalText();
  for (const chunk of chunks)
    terminal.append(typeof chunk === 'string' ? encoder.encode(chunk) : Uint8Array.from(chunk));
  return { text: terminal.text, isPartial: terminal.isPartial };
}

describe('[N60] [N97] the text of a terminal', () => {
  test.each([
    ['plain text', ['hi\n'], 'hi\n', false],
    ['a tab', ['a\tb'], 'a\tb', false],
    ['line ends of a terminal', ['a\r\nb\r\n'], 'a\nb\n', false],
    ['a line end split over chunks', ['a\r', '\nb'], 'a\nb', false],
    ['a carriage return', ['10 %\r20 %'], '20 %', true],
    ['a shorter line over a longer one', ['abcdef\rxy'], 'xycdef', true],
    ['a carriage return at the end', ['abc\r'], 'abc', false],
    ['a carriage return that nothing follows in its line', ['abc\r\r\nd'], 'abc\nd', false],
    ['a longer line over a shorter one', ['ab\rxyz'], 'xyz', true],
    ['a backspace', ['abc\bX'], 'abX', true],
    ['a backspace that nothing follows', ['abc\b'], 'abc', true],
    ['backspaces beyond the start of a line', ['a\n\b\bb'], 'a\nb', true],
    ['a backspace over a pair', ['a😀\bb'], 'ab', true],
    ['other controls', ['a\x00b\x07c\x0b\x0cd\x7fe\x85f'], 'abcdef', true],
    ['a colour', ['\x1b[1;31mred\x1b[0m'], 'red', true],
    ['a colour split over chunks', ['a\x1b', '[3', '1', 'mred'], 'ared', true],
    ['a title', ['\x1b]0;title\x07a\x1b]0;title\x1b\\b'], 'ab', true],
    ['a title split over chunks', ['a\x1b]0;ti', 'tle\x1b', '\\b'], 'ab', true],
    ['a device control string', ['a\x1bPq\nx\x1b\\b'], 'ab', true],
    ['a character set', ['a\x1b(Bb\x1b=c'], 'abc', true],
    ['controls of eight bits', ['a\u009b31mb\u009dtitle\u009cc'], 'abc', true],
    ['a sequence that another one breaks off', ['a\x1b[3\x1b[1mb'], 'ab', true],
    ['a sequence that a line end breaks off', ['a\x1b[3\nb'], 'a\nb', true],
    ['a sequence that a character breaks off', ['a\x1b[3éb\x1bé'], 'aéb' + 'é', true],
    ['a title that is cancelled', ['a\x1b]0;t\x18b'], 'ab', true],
    ['a title that does not end', ['a\x1b]0;t\nb'], 'a', true],
    ['a character split over chunks', [[0xf0, 0x9f], [0x98], [0x80]], '😀', false],
    ['a character that is not complete yet', ['a', [0xf0, 0x9f]], 'a', false],
    ['bytes that are not UTF-8', ['a', [0xff, 0x41]], 'a\ufffdA', true],
    ['half a character before another one', [[0xc3], 'a'], '\ufffda', true],
    ['a byte order mark', ['\ufeffa'], '\ufeffa', false],
  ])('%s', (_, chunks, text, isPartial) => {
    expect(shown(...(chunks as (string | number[])[]))).toEqual({ text, isPartial });
  });

  test('only the end is kept', () => {
    const lines = `${'x'.repeat(99)}\n`.repeat(1_000);
    expect(shown(lines)).toEqual({ text: lines.slice(-terminalTextLimit), isPartial: true });
    expect(shown('a', 'x'.repeat(terminalTextLimit))).toEqual({ text: 'x'.repeat(terminalTextLimit), isPartial: true });
    expect(shown('x'.repeat(terminalTextLimit))).toEqual({ text: 'x'.repeat(terminalTextLimit), isPartial: false });
    expect(shown('a', '😀'.repeat(terminalTextLimit / 2), 'b').text).toBe(`${'😀'.repeat(terminalTextLimit / 2 - 1)}b`);
  });

  test('it starts again, also within a character or a sequence', () => {
    const terminal = new TerminalText();
    terminal.append(Uint8Array.from([0x61, 0x1b, 0x5b, 0xf0, 0x9f]));
    terminal.clear();
    expect([terminal.text, terminal.isPartial]).toEqual(['', false]);
    terminal.append(encoder.encode('mb'));
    expect([terminal.text, terminal.isPartial]).toEqual(['mb', false]);
  });
});

/** The same rules written down another way: over all bytes at once, with a pattern for the sequences and a list of columns for each line. */
function naiveText(bytes: Uint8Array): string {
  const decoded = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: true });
  const string = String.raw`(?:\x1b[PX\]^_]|[\x90\x98\x9d-\x9f])[^\x07\x18\x1a\x1b\x9c]*(?:[\x07\x18\x1a\x9c]|(?=\x1b)|$)`;
  const control = String.raw`(?:\x1b\[|\x9b)[ -?]*[@-~]?`;
  const plain = String.raw`\x1b[ -/]*[0-~]?`;
  const text = decoded.replace(new RegExp(`${string}|${control}|${plain}`, 'g'), '');
  const lines = text.split('\n').map((line) => {
    const columns: string[] = [];
    let column = 0;
    for (const character of line) {
      if (character === '\r') column = 0;
      else if (character === '\b') column = Math.max(0, column - 1);
      else if (character === '\t' || !/\p{Cc}/u.test(character)) columns[column++] = character;
    }
    return columns.join('');
  });
  return lines.join('\n');
}

const pieces = [
  'a',
  'bc ',
  'é',
  '😀',
  '\r',
  '\n',
  '\r\n',
  '\b',
  '\t',
  '\x07',
  '\x1b',
  '\x1b[',
  '3',
  '1;2',
  'm',
  '\x1b]',
  '\x1b\\',
  '\x1bP',
  '\x1b(',
  '\x9b',
  '\u009b',
  '\u009d',
  '\u009c',
  '\x18',
  '\x7f',
  '\x1b[0m',
];

function randomBytes(chance: Chance): Uint8Array {
  const parts = Array.from({ length: chance.between(0, 30) }, () =>
    chance.percent(90) ? encoder.encode(chance.pick(pieces)) : Uint8Array.from([chance.between(0, 255)]),
  );
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

test('[N60] any split of the bytes into chunks gives the text of the whole', () => {
  const chance = seededChance();
  for (let count = counts({ short: 2_000, long: 50_000 }); count > 0; count--) {
    const bytes = randomBytes(chance);
    const whole = new TerminalText();
    whole.append(bytes);
    const split = new TerminalText();
    for (let start = 0; start < bytes.length; ) {
      const end = start + chance.between(0, 4);
      split.append(bytes.subarray(start, end));
      start = end;
    }
    const found = [split.text, split.isPartial, whole.text];
    const expected = [whole.text, whole.isPartial, naiveText(bytes)];
    // Comparing by hand first, because an assertion takes longer than all the rest.
    if (found.join('|') !== expected.join('|')) expect(found).toEqual(expected);
  }
});

test('[N60] a long line gives the same text for any chunks', () => {
  const chance = seededChance();
  let output = '';
  while (output.length < 5 * terminalTextLimit)
    output += chance.pick(['x'.repeat(5_000), 'y😀\b', '\rz', 'é'.repeat(700)]);
  const bytes = encoder.encode(output);
  const whole = new TerminalText();
  whole.append(bytes);
  const split = new TerminalText();
  for (let start = 0; start < bytes.length; start += 777) split.append(bytes.subarray(start, start + 777));
  expect(split.text === whole.text).toBe(true);
  expect(whole.text.length).toBeLessThanOrEqual(terminalTextLimit);
});

test('[N60] output made to be expensive takes time by its size', () => {
  const line = 'x'.repeat(terminalTextLimit);
  for (const cheap of ['\rx', '\bx', 'x\b\b', '\x1b[m', '\x1b]', '\n', '\r']) {
    const terminal = new TerminalText();
    terminal.append(encoder.encode(line));
    const chunk = encoder.encode(cheap);
    for (let count = 0; count < 20_000; count++) terminal.append(chunk);
    expect(terminal.text.length).toBeLessThanOrEqual(terminalTextLimit);
  }
});

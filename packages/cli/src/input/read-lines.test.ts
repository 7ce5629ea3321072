import type { InputLine, MessageLine } from '@emend/acp/recording';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counts } from '../../../../test/support/counts.ts';
import { collect } from '../test-support/collect.ts';
import { readLines } from './read-lines.ts';

async function* chunksOf(...chunks: (string | Buffer)[]): AsyncGenerator<Buffer> {
  for (const chunk of chunks) yield Buffer.from(chunk);
}

async function read(...chunks: (string | Buffer)[]): Promise<InputLine[]> {
  return (await collect(readLines(chunksOf(...chunks)))).flat();
}

const bare = (line: number, message: unknown): InputLine => ({ kind: 'message', line, message, entry: undefined });
const problem = (line: number, found: string): InputLine => ({ kind: 'problem', line, expected: 'a JSON text', found });

test('[IN1] lines are counted from 1, empty ones included', async () => {
  expect(await read('1\n\n  \t\n"a"\n')).toEqual([bare(1, 1), bare(4, 'a')]);
  expect(await read('')).toEqual([]);
  expect(await read('\n\n')).toEqual([]);
});

test('[IN4] CRLF and a missing last line end are fine', async () => {
  expect(await read('{"a":1}\r\n\r\n[2]')).toEqual([bare(1, { a: 1 }), bare(3, [2])]);
});

test('[IN5] a byte order mark is skipped with a warning, at the very start only', async () => {
  const warning: InputLine = { kind: 'warning', line: 1, warning: 'skipped a byte order mark at the start' };
  expect(await read('\ufeff1\n2\n')).toEqual([warning, bare(1, 1), bare(2, 2)]);
  expect(await read('\ufeff\n2\n')).toEqual([warning, bare(2, 2)]);
  expect(await read('1\n\ufeff2\n')).toEqual([bare(1, 1), problem(2, 'the character U+FEFF at column 1')]);
});

test('[IN6] a line that is not JSON is a problem of that line', async () => {
  expect(await read('{"a":1}\nhello\n{"a":\n{"a":1}}\n3\n')).toEqual([
    bare(1, { a: 1 }),
    problem(2, "'h' at column 1"),
    problem(3, 'a line that ends too early'),
    problem(4, "'}' at column 8"),
    bare(5, 3),
  ]);
});

test('[IN7] a line that is not UTF-8 is a problem of that line', async () => {
  const wrong = Buffer.concat([Buffer.from('1\n"'), Buffer.from([0xc3, 0x28]), Buffer.from('"\n"é"\n')]);
  expect(await read(wrong)).toEqual([bare(1, 1), problem(2, 'bytes that are not UTF-8'), bare(3, 'é')]);
  expect(await read(Buffer.from('\ufeff"a"', 'utf16le'))).toEqual([problem(1, 'UTF-16 text')]);
});

test('[IN7] binary data gives problems, never a crash', async () => {
  const bytes = Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 7919) % 256));
  const lines = await read(bytes);
  expect(lines.length).toBeGreaterThan(10);
  expect(new Set(lines.map(({ kind }) => kind))).toEqual(new Set(['problem']));
});

test('[IN8] a line over the limit is a problem of that line', async () => {
  const lines = async (...chunks: string[]) => (await collect(readLines(chunksOf(...chunks), 8))).flat();
  const over = (line: number) => problem(line, 'a line of more than 8 bytes');
  expect(await lines('12345678\n123456789\n3\n')).toEqual([bare(1, 12345678), over(2), bare(3, 3)]);
  expect(await lines('1234', '5678', '9\n2\n')).toEqual([over(1), bare(2, 2)]);
  expect(await lines('123456789', '\n')).toEqual([over(1)]);
  expect(await lines('1\n123456789')).toEqual([bare(1, 1), over(2)]);
});

test('[IN9] entries of a recording are told apart from bare messages', async () => {
  const message = { jsonrpc: '2.0', method: 'initialize' };
  const entry = { at: 12.5, from: 'client', message };
  const stray = { at: 13, from: 'agent', text: 'hello' };
  const stderr = { at: 14, from: 'stderr', text: 'oops' };
  const bareWithSameKeys = { jsonrpc: '2.0', at: 1, from: 'client', message: 1 };
  const unknownSender = { at: 1, from: 'nobody', message: 1 };
  const noTime = { at: '1', from: 'client', message: 1 };
  const nothing = { at: 1, from: 'client' };
  const lines = [message, entry, stray, stderr, bareWithSameKeys, unknownSender, noTime, nothing, null];
  expect(await read(lines.map((line) => JSON.stringify(line)).join('\n'))).toEqual([
    bare(1, message),
    { kind: 'message', line: 2, message, entry },
    { kind: 'text', line: 3, entry: stray },
    { kind: 'text', line: 4, entry: stderr },
    bare(5, bareWithSameKeys),
    bare(6, unknownSender),
    bare(7, noTime),
    bare(8, nothing),
    bare(9, null),
  ]);
});

test('[IN12] numbers that a double cannot hold are kept with the message', async () => {
  const [one, two, three] = await read(
    '{"n":9007199254740993}\n{"at":0.10000000000000001,"from":"agent","message":{"n":-0}}\n{"n":1.0}\n',
  );
  const number = (digits: string, value: number) => [{ path: ['n'], digits, value }];
  expect([one, two, three].map((line) => (line as MessageLine).numbers)).toEqual([
    number('9007199254740993', 2 ** 53),
    number('-0', -0),
    undefined,
  ]);
});

test('[IN10] keys that appear twice or are named __proto__ are data', async () => {
  const [line] = await read('{"a":1,"a":2,"__proto__":{"polluted":true}}');
  const message = line?.kind === 'message' ? line.message : undefined;
  expect(Object.entries(message as object)).toEqual([
    ['a', 2],
    ['__proto__', { polluted: true }],
  ]);
  expect(Object.getPrototypeOf(message)).toBe(Object.prototype);
  // A recording's fields must be its own, not inherited ones.
  expect(await read('{"__proto__":{"message":1},"at":1,"from":"agent","text":"x"}')).toMatchObject([
    { kind: 'text', line: 1 },
  ]);
});

test('[IN11] the lines do not depend on how the bytes are cut', async () => {
  const pieces = fc.constantFrom(
    '{"a":1}',
    '"é😀"',
    'nonsense',
    '\n',
    '\r\n',
    '\ufeff',
    ' ',
    '12345678901',
    '"',
    Buffer.from([0xff]),
  );
  const input = fc
    .array(pieces, { maxLength: 30 })
    .map((parts) => Buffer.concat(parts.map((part) => Buffer.from(part))));
  await fc.assert(
    fc.asyncProperty(input, fc.array(fc.nat(20), { maxLength: 20 }), async (bytes, sizes) => {
      const chunks: Buffer[] = [];
      let start = 0;
      for (const size of sizes) {
        chunks.push(bytes.subarray(start, start + size));
        start += size;
      }
      chunks.push(bytes.subarray(start));
      const whole = (await collect(readLines(chunksOf(bytes), 10))).flat();
      const cut = (await collect(readLines(chunksOf(...chunks), 10))).flat();
      expect(cut).toEqual(whole);
    }),
    { numRuns: counts({ short: 1000, long: 50_000 }) },
  );
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counts } from '../../../../test/support/counts.ts';
import { idText, readExactly } from './exact-id.ts';
import { inexactNumbers, mayHaveMore, mostInexactNumbers } from './inexact-numbers.ts';
import { comesBack, jsonTexts } from './test-support/json-texts.ts';

const found = (text: string) => inexactNumbers(text, JSON.parse(text));
const digitsIn = (text: string) => found(text).map(({ digits }) => digits);

test.each([
  '0',
  '1.0',
  '-1.50',
  '1e3',
  '10E-1',
  '0e999999999999999999999',
  '0.1',
  '1234567890123.4e-1',
  '9007199254740994',
  '10000000000000000000000',
  '1.7976931348623157e308',
  '5e-324',
  '123456789012345',
  '1234567890123456.0',
])('[JR32] a double holds %s', (text) => {
  expect(found(`{"n":${text}}`)).toEqual([]);
});

test.each([
  ['9007199254740993', 9007199254740992],
  ['-9223372036854775807', -(2 ** 63)],
  ['0.10000000000000001', 0.1],
  ['1.00000000000000000001', 1],
  ['1e400', Infinity],
  ['-1e400', -Infinity],
  ['1e-400', 0],
  ['-0', -0],
  ['-0.0e7', -0],
])('[JR32] a double does not hold %s', (digits, value) => {
  expect(found(`{"a":[{"é.\\"":${digits}}]}`)).toEqual([{ path: ['a', 0, 'é."'], digits, value }]);
});

test('[JR32] digits in strings are text, and of a key that stands twice the last counts', () => {
  expect(digitsIn('{"9007199254740993":"9007199254740993,-0","n":1}')).toEqual([]);
  expect(digitsIn('{"s":"\\\\","n":-0,"t":"\\"-0"}')).toEqual(['-0']);
  expect(digitsIn('{"n":9007199254740993,"n":1}')).toEqual([]);
  expect(digitsIn('{"n":1,"n":9007199254740993}')).toEqual(['9007199254740993']);
  expect(digitsIn('{"__proto__":{"n":-0}}')).toEqual(['-0']);
});

test('[JR32] what is made to do harm is looked at in no time', () => {
  const zeros = '0'.repeat(500_000);
  expect(digitsIn(`[1${zeros}1${zeros}]`)).toHaveLength(1);
  const depth = 200_000;
  expect(mayHaveMore(found(`${'[-0,'.repeat(depth)}1${']'.repeat(depth)}`))).toBe(true);
  expect(found(`${'['.repeat(1023)}[-0,[-0]]${']'.repeat(1023)}`)).toHaveLength(1);
  expect(found(`[${'-0,'.repeat(depth)}1]`)).toHaveLength(mostInexactNumbers);
});

test('[JR32] the paths that are found are bounded together, however long the keys', () => {
  const nested = (keys: number, key: string, count: number) =>
    found(`${`{"${key}":`.repeat(keys)}[${'-0,'.repeat(count)}1]${'}'.repeat(keys)}`);
  const lengthOf = (numbers: ReturnType<typeof found>) =>
    numbers.reduce((sum, { path }) => sum + path.join('').length, 0);
  const long = nested(900, 'k'.repeat(500), 5_000);
  expect([mayHaveMore(long), long.length > 0, lengthOf(long) < 3_000_000]).toEqual([true, true, true]);
  const usual = nested(10, 'usualKey', 9_999);
  expect([mayHaveMore(usual), usual.length]).toEqual([false, 9_999]);
  const none = nested(1, 'k'.repeat(3_000_000), 0);
  expect([mayHaveMore(none), none]).toEqual([false, []]);
  const one = found(`{"${'k'.repeat(3_000_000)}":[-0,-0]}`);
  expect(one.map(({ digits }) => digits)).toEqual(['-0']);
});

const read = (text: string) => readExactly(text, JSON.parse(text));

test('[JR32] an id that a number cannot hold has a stand-in, in batches and cancels as well', () => {
  expect(read('{"jsonrpc":"2.0","id":7,"method":"x","params":{"n":1}}')).toBeUndefined();
  expect(read('{"jsonrpc":"2.0","id":-0,"method":"x"}')?.numbers).toEqual([]);
  const text =
    '[{"id":9007199254740993},{"id":1e400,"params":{"requestId":-0}},{"method":"$/cancel_request","params":{"requestId":9007199254740993}}]';
  const { value, numbers } = read(text) ?? {};
  const [one, two, three] = value as { id: string; params: { requestId: string } }[];
  expect([one?.id, two?.id, three?.params.requestId].map((id) => idText(id ?? null))).toEqual([
    '9007199254740993',
    '1e400',
    '9007199254740993',
  ]);
  expect(numbers?.map(({ path }) => path)).toEqual([[1, 'params', 'requestId']]);
});

test('[JR32] a string that looks like a stand-in is not taken for one', () => {
  const idIn = (text: string) => ((read(text)?.value ?? {}) as { id: string }).id;
  const standIn = idIn('{"id":9007199254740993}');
  const impostor = idIn(JSON.stringify({ id: standIn }));
  expect([impostor === standIn, idText(impostor)]).toEqual([false, JSON.stringify(standIn)]);
});

test('[JR32] exactly the numbers that do not come back are found, each in its place', () => {
  fc.assert(
    fc.property(jsonTexts, ({ text, numbers: all }) => {
      const expected = all.filter((one) => !comesBack(one.digits));
      expect(found(text)).toEqual(expected.map((one) => ({ ...one, value: Number(one.digits) })));
    }),
    { numRuns: counts({ short: 3_000, long: 60_000 }) },
  );
});

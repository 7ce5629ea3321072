import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counts } from '../../../../../test/support/counts.ts';
import { readAddress, writeAddress } from './address.ts';

test('[IP52] what is written is read again', () => {
  const address = fc.record(
    {
      token: fc.string({ unit: 'grapheme' }),
      frame: fc.nat({ max: 10 ** 9 }),
      session: fc.string({ unit: 'grapheme' }),
      view: fc.string(),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(address, (each) => {
      expect(readAddress(writeAddress(each))).toEqual(each);
    }),
    { numRuns: counts({ short: 100, long: 5_000 }) },
  );
});

test.each([
  ['', {}],
  ['#', {}],
  ['#token=abc', { token: 'abc' }],
  ['#token=T&frame=812&session=s1', { token: 'T', frame: 812, session: 's1' }],
  ['#frame=0', { frame: 0 }],
  ['#session=', { session: '' }],
  ['#session=a%26b%3Dc', { session: 'a&b=c' }],
  ['#frame=-1&x=y', {}],
  ['#frame=1e3', {}],
  ['#frame=9999999999999999', {}],
  ['#session=%E0%A4%A', { session: '\ufffd%A' }],
])('[IP52] %s', (hash, expected) => {
  expect(readAddress(hash)).toEqual(expected);
});

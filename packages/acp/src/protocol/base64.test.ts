import { expect, test } from 'vitest';
import { seededChance } from '../../../../test/support/seed.ts';
import { decodeBase64, encodeBase64 } from './base64.ts';

test('[N41] any bytes come back from base64, as Node writes and reads them', () => {
  const chance = seededChance();
  for (let length = 0; length < 40; length++) {
    const bytes = Uint8Array.from({ length }, () => chance.between(0, 255));
    const text = Buffer.from(bytes).toString('base64');
    expect(encodeBase64(bytes)).toBe(text);
    expect(Buffer.from(decodeBase64(text) ?? []).equals(bytes)).toBe(true);
  }
});

test.each([
  'a',
  'ab',
  'abc',
  'ab=c',
  '====',
  'a===',
  '=abc',
  'ab c',
  'abc\n',
  'ab-_',
  'abcé',
  'ab==cdef',
  'YQ==YQ==',
  'Ā===',
  'abc😀',
])('no base64: %j', (text) => {
  expect(decodeBase64(text)).toBeUndefined();
});

test('the empty text is no bytes', () => {
  expect(decodeBase64('')).toEqual(new Uint8Array());
});

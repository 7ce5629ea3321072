import { expect, test } from 'vitest';
import { checksum, tableCrc32 } from './checksum.ts';

test('both ways to a checksum agree, and it is always of the same length', () => {
  // The check value of CRC-32.
  expect(tableCrc32('123456789')).toBe(0xcbf43926);
  for (const text of ['', 'a', 'é🙂', 'x'.repeat(10_000), '123456789', 'codding', 'exhibiters']) {
    expect(checksum(text)).toBe(tableCrc32(text).toString(16).padStart(8, '0'));
    expect(checksum(text)).toHaveLength(8);
  }
});

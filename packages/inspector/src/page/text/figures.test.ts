import { expect, test } from 'vitest';
import { clock, count, counted, duration, size } from './figures.ts';

test('figures as people read them', () => {
  expect([count(1_234_567), counted(1, 'frame'), counted(0, 'frame'), counted(2, 'property', 'properties')]).toEqual([
    '1,234,567',
    '1 frame',
    '0 frames',
    '2 properties',
  ]);
  expect([0, 999, 1_000, 999_949, 999_950, 12_345_678, 2_000_000_000].map(size)).toEqual([
    '0 B',
    '999 B',
    '1.0 kB',
    '999.9 kB',
    '1.0 MB',
    '12.3 MB',
    '2.0 GB',
  ]);
  expect([0, 4_071, 59_999.6, 184_071, 3_784_071, -5].map(clock)).toEqual([
    '0.000',
    '4.071',
    '1:00.000',
    '3:04.071',
    '1:03:04.071',
    '0.000',
  ]);
  expect([0.4, 999, 999.6, 59_949, 59_951, 184_000, 3_784_000].map(duration)).toEqual([
    '0 ms',
    '999 ms',
    '1.0 s',
    '59.9 s',
    '1 min 0 s',
    '3 min 4 s',
    '1 h 3 min',
  ]);
});

import { expect, test } from 'vitest';
import { folderOf } from './folder.ts';

test.each([
  ['/p/one', '/p/one'],
  ['/p/one/', '/p/one'],
  ['/p/one//', '/p/one'],
  ['/p/one\\', '/p/one\\'],
  ['/', '/'],
  ['//', '/'],
  ['C:\\work\\', 'C:\\work'],
  ['C:/work/', 'C:/work'],
  ['C:\\', 'C:\\'],
  ['C:', 'C:'],
  ['\\\\host\\share\\', '\\\\host\\share'],
  ['', ''],
])('[LG7] %j is the folder %j', (path, folder) => {
  expect(folderOf(path)).toBe(folder);
});

test('[LG7] a path full of separators is looked at once', () => {
  const inside = `${'/'.repeat(200_000)}x`;
  expect([folderOf(inside), folderOf(`${inside}${'/'.repeat(200_000)}`)]).toEqual([inside, inside]);
});

import { expect, expectTypeOf, test } from 'vitest';
import { present } from './optional.ts';

test('properties that are undefined are left out, null and falsy values stay, in order', () => {
  const found = present({ b: undefined, a: null, d: 0, c: '', e: false });
  expect(Object.entries(found)).toEqual([
    ['a', null],
    ['d', 0],
    ['c', ''],
    ['e', false],
  ]);
});

test('what may be undefined is an optional property', () => {
  const title = 'a title' as string | undefined;
  const found = present({ id: 1, title });
  expectTypeOf(found).toExtend<{ id: number; title?: string }>();
  expectTypeOf(found.title).toEqualTypeOf<string | undefined>();
  expect(found).toEqual({ id: 1, title: 'a title' });
});

import { expect, test } from 'vitest';
import { CookieJar } from './cookies.ts';

const url = new URL('https://host.example/api/acp');
const now = Date.parse('2026-11-16T12:00:00Z');

function sent(lines: readonly string[], at = url, time = now): string {
  const jar = new CookieJar();
  for (const line of lines) jar.take([line], url, now);
  return jar.header(at, time);
}

test.each([
  ['name and value', ['a=1', 'b="x=y"; HttpOnly; SameSite=Lax'], 'a=1; b="x=y"'],
  ['a later value', ['a=1', 'a=2'], 'a=2'],
  ['deletion by age', ['a=1', 'a=; Max-Age=0'], ''],
  ['deletion by date', ['a=1', 'a=1; expires=Thu, 01 Jan 1970 00:00:00 GMT'], ''],
  ['an age that wins over a date', ['a=1; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT'], 'a=1'],
  ['a path that fits', ['a=1; Path=/api', 'b=2; path=/', 'c=3; Path=/api/acp'], 'c=3; a=1; b=2'],
  ['a path that does not', ['a=1; Path=/ap', 'b=2; Path=/api/acp/x'], ''],
  ['a path that is none', ['a=1; Path=api', 'b=1; Path'], 'a=1; b=1'],
  ['no name', ['=1', 'nothing', ''], ''],
])('[W17] %s', (_, lines, expected) => {
  expect(sent(lines)).toBe(expected);
});

test('[W17] a cookie expires, and a secure one is not sent in the clear', () => {
  const plain = new URL('http://host.example/api/acp');
  expect(sent(['a=1; Max-Age=60'], url, now + 59_999)).toBe('a=1');
  expect(sent(['a=1; Max-Age=60'], url, now + 60_000)).toBe('');
  expect([sent(['a=1; Secure; Path=/'], plain), sent(['a=1; Path=/'], plain)]).toEqual(['', 'a=1']);
});

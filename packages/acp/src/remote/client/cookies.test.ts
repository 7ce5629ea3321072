import { expect, test, vi } from 'vitest';
import { withCookies } from './cookies.ts';

/** Returns the cookies that are sent after a server has set these, each in an answer of its own. */
async function sent(lines: readonly string[], path = '/api/acp', scheme = 'https'): Promise<string> {
  const cookies: (string | undefined)[] = [];
  let next = 0;
  const fetch = withCookies(async (_, init) => {
    cookies.push(((init?.headers ?? {}) as Record<string, string>)['cookie']);
    const line = lines[next++];
    return new Response('', { headers: line === undefined ? {} : { 'set-cookie': line } });
  });
  for (const _ of lines) await fetch('https://host.example/api/acp', {});
  await fetch(`${scheme}://host.example${path}`, { headers: { a: 'b' } });
  return cookies.at(-1) ?? '';
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
])('[W17] %s', async (_, lines, expected) => {
  expect(await sent(lines)).toBe(expected);
});

test('[W17] a cookie expires, and a secure one is not sent in the clear', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const fetch = withCookies(async (_, init) => {
      const { cookie } = (init?.headers ?? {}) as { cookie?: string };
      return new Response(cookie ?? 'none', {
        headers: cookie === undefined ? { 'set-cookie': 'a=1; Max-Age=60' } : {},
      });
    });
    const cookie = async () => (await fetch('https://host.example/acp')).text();
    const first = await cookie();
    vi.advanceTimersByTime(59_999);
    const second = await cookie();
    vi.advanceTimersByTime(1);
    expect([first, second, await cookie()]).toEqual(['none', 'a=1', 'none']);
  } finally {
    vi.useRealTimers();
  }
  expect([await sent(['a=1; Secure; Path=/'], '/', 'http'), await sent(['a=1; Path=/'], '/', 'http')]).toEqual([
    '',
    'a=1',
  ]);
});

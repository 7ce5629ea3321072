import fc from 'fast-check';
import { expect, test } from 'vitest';
import { request } from '../../test-support/served.ts';
import { isSameText, tokenCheck } from './authenticate.ts';

const anyRequest = request({});

test('[W37] texts are compared as === compares them', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'ä', '\u0000', '😀'), maxLength: 4 });
  fc.assert(
    fc.property(text, text, (given, secret) => {
      expect(isSameText(given, secret)).toBe(given === secret);
      expect(isSameText(secret, secret)).toBe(true);
    }),
  );
});

test('[W37] comparing looks at every unit of the secret, wherever the first difference is', () => {
  const secret = 'a'.repeat(64);
  const units = (given: string): number => {
    let looks = 0;
    const charCodeAt = (at: number): number => {
      looks += 1;
      return secret.charCodeAt(at);
    };
    const watched = { length: secret.length, charCodeAt };
    isSameText(given, watched as unknown as string);
    return looks;
  };
  const given = ['b', `b${'a'.repeat(63)}`, `${'a'.repeat(63)}b`, secret, 'x'.repeat(1_000)];
  expect(given.map(units)).toEqual([64, 64, 64, 64, 64]);
});

test('[RE40] a single token is that of the owner', () => {
  const check = tokenCheck('secret');
  expect(['secret', 'Secret', 'secret2', 'secre', ''].map((token) => check?.(token, anyRequest))).toEqual([
    'owner',
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('[RE40] several tokens have their principals, and a principal may have several', () => {
  const check = tokenCheck([
    { token: 'one', principal: 'ann' },
    { token: 'two', principal: 'bob' },
    { token: 'three', principal: 'ann' },
  ]);
  expect(['one', 'two', 'three', 'four'].map((token) => check?.(token, anyRequest))).toEqual([
    'ann',
    'bob',
    'ann',
    undefined,
  ]);
});

test('[RE40] no list of tokens lets anybody in, and no function or token is an open server', () => {
  expect(tokenCheck([])?.('x', anyRequest)).toBeUndefined();
  expect(tokenCheck(undefined)).toBeUndefined();
});

test.each(['', ' ', 'a b', 'a\n'])('[RE40] the token %j is refused at the start', (token) => {
  expect(() => tokenCheck(token)).toThrow('A token must not be empty and must not have spaces.');
});

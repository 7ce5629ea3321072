import { expect, test } from 'vitest';
import { isLoopback, listenAddress } from '../options/listen-address.ts';
import { Problem } from '../output/problem.ts';
import { exposureProblem } from './exposure.ts';

test.each([
  ['127.0.0.1:0', '127.0.0.1', 0],
  ['localhost:4711', 'localhost', 4711],
  ['[::1]:8080', '::1', 8080],
  ['0.0.0.0:65535', '0.0.0.0', 65_535],
  ['agents.example:443', 'agents.example', 443],
])('%s is an address', (text, host, port) => {
  expect(listenAddress(text)).toEqual({ host, port });
});

test.each(['', '8080', ':8080', 'localhost', 'localhost:', 'localhost:x', '::1:80', '[::1]', '[]:80', 'a b:1', '1:-1'])(
  "'%s' is no address",
  (text) => {
    expect(() => listenAddress(text)).toThrow(Problem);
  },
);

test('there is no port beyond the last', () => {
  expect(() => listenAddress('localhost:65536')).toThrow('There is no port 65536; the last one is 65535.');
});

test.each([
  ['127.0.0.1', true],
  ['127.1.2.3', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['localhost', true],
  ['0.0.0.0', false],
  ['::', false],
  ['192.168.1.2', false],
  ['127.0.0.1.example', false],
  ['agents.example', false],
])('whether %s is an address of this machine: %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected);
});

const bare = { hasToken: true, hasCertificate: false, isInsecure: false, hasProxy: false };

test.each([
  ['127.0.0.1', { hasToken: false }, undefined],
  ['0.0.0.0', { hasToken: false }, /'--no-token' is only for addresses of this machine/],
  ['0.0.0.0', { hasToken: false, hasCertificate: true }, /'--no-token'/],
  ['0.0.0.0', {}, /without TLS others can read the token\. Give --cert and --key, /],
  ['0.0.0.0', { hasCertificate: true }, undefined],
  ['0.0.0.0', { isInsecure: true }, undefined],
  ['0.0.0.0', { hasProxy: true }, undefined],
])('[W43] listening on %s with %j', (host, given, expected) => {
  const problem = exposureProblem({ ...bare, ...given, host });
  if (expected === undefined) expect(problem).toBeUndefined();
  else expect(problem).toMatch(expected);
});

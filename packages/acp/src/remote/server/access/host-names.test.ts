import { expect, test } from 'vitest';
import { HostNames } from './host-names.ts';

const names = new HostNames(['Agent.Example', 'other.example:8443', 'tls.example:443', '10.1.2.3', 'fe80::1']);

test.each([
  'localhost',
  'LOCALHOST:1',
  'localhost.:80',
  '127.0.0.1',
  '127.0.0.1:65535',
  '127.8.9.10:4711',
  '[::1]',
  '[::1]:4711',
  'agent.example',
  'AGENT.EXAMPLE:9',
  'agent.example.',
  'other.example:8443',
  'tls.example',
  'tls.example:443',
  '10.1.2.3:80',
  '[fe80::1]:80',
])('[W38] the host %j is ours', (host) => {
  expect([names.includes(host), names.includesForProbe(host)]).toEqual([true, true]);
});

test.each([
  undefined,
  '',
  'evil.example',
  'localhost.evil.example',
  'evil.example:4711',
  '127.0.0.1.evil.example',
  '127.0.0.999',
  'notlocalhost',
  'other.example',
  'other.example:80',
  'tls.example:80',
  'user@localhost',
  'localhost:4711/',
  'localhost:',
  'localhost:123456',
  'localhost, evil.example',
  '[::1',
  '::1',
  '.',
])('[W38] the host %j is foreign', (host) => {
  expect(names.includes(host)).toBe(false);
});

test('[RE44] a probe may also use an address, which no page can have as its name', () => {
  const hosts = ['10.9.9.9:80', '[2001:db8::1]', '192.168.1.1', 'evil.example', undefined, ''];
  expect(hosts.map((host) => names.includesForProbe(host))).toEqual([true, true, true, false, false, false]);
  expect(hosts.some((host) => names.includes(host))).toBe(false);
});

test.each(['https://agent.example', 'agent.example/acp', '', 'a b', '*.example:x'])(
  '[RE44] %j as a host name is refused at the start',
  (name) => {
    expect(() => new HostNames([name])).toThrow(`"${name}" is not a host name. Give it without scheme and path.`);
  },
);

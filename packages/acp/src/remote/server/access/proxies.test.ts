import { expect, test } from 'vitest';
import { request } from '../../test-support/served.ts';
import { Proxies } from './proxies.ts';

const proxies = new Proxies(['10.0.0.0/8', '::1']);
const forwarded = {
  host: 'localhost',
  'x-forwarded-for': '1.1.1.1, 2.2.2.2, 10.0.0.9',
  'x-forwarded-host': 'agent.example',
};

test('[RE46] a peer that is no trusted proxy is the client itself, whatever it says', () => {
  const stranger = request({ headers: forwarded, remoteAddress: '9.9.9.9' });
  expect(proxies.sourceOf(stranger)).toEqual({ address: '9.9.9.9', isLocal: false, hosts: ['localhost'] });
  expect(proxies.sourceOf(request({ headers: forwarded }))).toEqual({
    address: undefined,
    isLocal: false,
    hosts: ['localhost'],
  });
  const none = new Proxies([]).sourceOf(request({ headers: forwarded, remoteAddress: '10.0.0.1' }));
  expect(none).toEqual({ address: '10.0.0.1', isLocal: false, hosts: ['localhost'] });
});

test('[RE46] of a trusted proxy the last address before the proxies and all host names count', () => {
  const hosts = ['localhost', 'agent.example'];
  const through = (remoteAddress: string) => proxies.sourceOf(request({ headers: forwarded, remoteAddress }));
  expect(through('10.0.0.1')).toEqual({ address: '2.2.2.2', isLocal: false, hosts });
  expect(through('::ffff:10.0.0.1')).toEqual({ address: '2.2.2.2', isLocal: false, hosts });
});

test('[RE46] a trusted proxy that says nothing is the client', () => {
  const silent = request({ headers: { host: 'localhost' }, remoteAddress: '::1' });
  expect(proxies.sourceOf(silent)).toEqual({ address: '::1', isLocal: true, hosts: ['localhost'] });
  const inner = { host: 'localhost', 'x-forwarded-for': '10.0.0.5, 10.0.0.6' };
  expect(proxies.sourceOf(request({ headers: inner, remoteAddress: '::1' })).address).toBe('10.0.0.5');
});

test('[RE46] [X21] a client is on this machine if its address is, and nobody unknown speaks for it', () => {
  const isLocal = (remoteAddress: string | undefined, headers: Readonly<Record<string, string>> = {}) =>
    proxies.sourceOf(request({ headers: { host: 'localhost', ...headers }, ...(remoteAddress && { remoteAddress }) }))
      .isLocal;
  expect(
    ['127.0.0.1', '127.8.8.8', '::ffff:127.0.0.1', '::1', '10.0.0.1', '9.9.9.9', undefined].map((each) =>
      isLocal(each),
    ),
  ).toEqual([true, true, true, true, false, false, false]);
  for (const header of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'])
    expect(isLocal('127.0.0.1', { [header]: '127.0.0.1' })).toBe(false);
  // A trusted proxy is believed, whether it says that the client is here or that it is not.
  expect([
    isLocal('::1', { 'x-forwarded-for': '127.0.0.1' }),
    isLocal('::1', { 'x-forwarded-for': '1.1.1.1' }),
  ]).toEqual([true, false]);
});

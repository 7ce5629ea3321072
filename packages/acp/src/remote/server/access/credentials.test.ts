import { expect, test } from 'vitest';
import { request } from '../../test-support/served.ts';
import { credentialsOf } from './credentials.ts';

const base64Url = (text: string) => Buffer.from(text).toString('base64url');

test.each([
  ['a header', { authorization: 'Bearer abc' }, 'abc'],
  ['a header in other letters and with spaces', { authorization: 'bEARER   a.b/c=  ' }, 'a.b/c='],
  ['a subprotocol', { 'sec-websocket-protocol': `acp, acp.bearer.${base64Url('abc')}` }, 'abc'],
  ['a subprotocol alone', { 'sec-websocket-protocol': `acp.bearer.${base64Url('ä€😀?>')}` }, 'ä€😀?>'],
  [
    'the header before the subprotocol',
    { authorization: 'Bearer header', 'sec-websocket-protocol': `acp.bearer.${base64Url('x')}` },
    'header',
  ],
])('[RE41] the token of a WebSocket is in %s', (_, headers, token) => {
  expect(credentialsOf(request({ headers, target: '/acp?ticket=t' }), 'upgrade')).toEqual({ type: 'token', token });
});

test.each([
  ['nothing', {}],
  ['another scheme', { authorization: 'Basic YTpi' }],
  ['no token in the header', { authorization: 'Bearer ' }],
  ['two tokens in the header', { authorization: 'Bearer a b' }],
  ['a subprotocol that is not base64', { 'sec-websocket-protocol': 'acp.bearer.a=b' }],
  ['a subprotocol of a wrong length', { 'sec-websocket-protocol': 'acp.bearer.a' }],
  ['a subprotocol without a token', { 'sec-websocket-protocol': 'acp.bearer.' }],
  ['a subprotocol that is not UTF-8', { 'sec-websocket-protocol': 'acp.bearer._w' }],
])('[RE41] %s is no token', (_, headers) => {
  expect(credentialsOf(request({ headers }), 'upgrade')).toBeUndefined();
});

test('[W45] a ticket is taken from the address of a WebSocket, and from no other request', () => {
  const ticket = request({ target: '/acp?counted=1&ticket=t%201' });
  expect(credentialsOf(ticket, 'upgrade')).toEqual({ type: 'ticket', ticket: 't 1' });
  expect(credentialsOf(ticket, 'request')).toBeUndefined();
});

test('[RE41] a token in the address or in the subprotocol of an ordinary request is not taken', () => {
  expect(credentialsOf(request({ target: '/acp?token=abc' }), 'upgrade')).toBeUndefined();
  const headers = { 'sec-websocket-protocol': `acp.bearer.${base64Url('abc')}` };
  expect(credentialsOf(request({ headers }), 'request')).toBeUndefined();
});

import { expect, test } from 'vitest';
import { ERASED_FRAME, noticeText, readNotice } from './notices.ts';

test('[RE2] a notice is written as in the contract', () => {
  expect(noticeText('$/emend/resumed', { received: 1234 })).toBe(
    '{"jsonrpc":"2.0","method":"$/emend/resumed","params":{"received":1234}}',
  );
  expect(ERASED_FRAME).toBe('{"jsonrpc":"2.0","method":"$/emend/erased"}');
});

test.each([
  ['as we write it', '{"jsonrpc":"2.0","method":"$/emend/received","params":{"received":3}}'],
  ['with spaces', '{ "jsonrpc": "2.0", "method": "$/emend/received", "params": { "received": 3 } }'],
  ['in another order', '{"params":{"received":3},"method":"$/emend/received","jsonrpc":"2.0"}'],
  ['with escaped slashes', '{"jsonrpc":"2.0","method":"$\\/emend\\/received","params":{"received":3}}'],
  ['with an escaped dollar', '{"jsonrpc":"2.0","method":"\\u0024/emend/received","params":{"received":3}}'],
])('[RE2] a notice is recognised %s', (_, frame) => {
  expect(readNotice(frame)).toEqual({ method: '$/emend/received', params: { received: 3 } });
});

test('[RE2] a notice without params has none, and one that nobody knows is a notice', () => {
  expect(readNotice(ERASED_FRAME)).toEqual({ method: '$/emend/erased', params: {} });
  expect(readNotice('{"method":"$/emend/of-tomorrow","params":null}')).toEqual({
    method: '$/emend/of-tomorrow',
    params: {},
  });
});

test.each([
  '{"jsonrpc":"2.0","method":"session/update","params":{"text":"$/emend/received"}}',
  '{"jsonrpc":"2.0","id":1,"result":{"method":"$/emend/received"}}',
  '{"jsonrpc":"2.0","id":1,"method":"$/emend/received"}',
  '{"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":1}}',
  `{"jsonrpc":"2.0","method":"$/emend/received","params":{"received":3,"text":"${'a'.repeat(1024)}"}}`,
  '[{"jsonrpc":"2.0","method":"$/emend/received"}]',
  '"$/emend/received"',
  '$/emend/received',
  '{"method":"$/emend/',
  'null',
  '',
])('[RE2] [W14] this is no notice: %s', (frame) => {
  expect(readNotice(frame)).toBe(undefined);
});

import { expect, test } from 'vitest';
import { fitsHeader, outlineMessage, outlineWhole } from './message-outline.ts';

test.each([
  [
    'an update',
    '{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":{}}}',
    { type: 'notification', method: 'session/update', session: 's' },
  ],
  [
    'an update in another order',
    '{"method":"session/update","params":{"update":{},"sessionId":"s\\n"},"jsonrpc":"2.0"}',
    { type: 'notification', method: 'session/update', session: 's\n' },
  ],
  [
    'a request',
    '{"jsonrpc":"2.0","id":"a","method":"m","params":{"sessionId":"s"}}',
    { type: 'request', method: 'm', id: '"a"', session: 's' },
  ],
  [
    'a request with its id at the end',
    '{"jsonrpc":"2.0","method":"session/prompt","params":{"sessionId":"s"},"id":1}',
    { type: 'request', method: 'session/prompt', id: '1', session: 's' },
  ],
  [
    'a result',
    '{"jsonrpc":"2.0","id":0,"result":{"sessionId":"s"}}',
    { type: 'response', id: '0', openedSession: 's' },
  ],
  ['an empty result', '{"jsonrpc":"2.0","id":0,"result":null}', { type: 'response', id: '0' }],
  [
    'an error',
    '{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":""}}',
    { type: 'response', id: 'null', isError: true },
  ],
  [
    'an id that a number cannot represent',
    '{"jsonrpc":"2.0","method":"m","id" : 9007199254740993}',
    { type: 'request', method: 'm', id: '9007199254740993' },
  ],
  [
    'a session that is no text',
    '{"jsonrpc":"2.0","method":"m","params":{"sessionId":1}}',
    { type: 'notification', method: 'm' },
  ],
  ['params without names', '{"jsonrpc":"2.0","method":"m","params":["s"]}', { type: 'notification', method: 'm' }],
  ['a batch', '[]', { type: 'batch' }],
  ['an object that is no message', '{"a":1}', { type: 'invalid' }],
  ['a scalar', '3', { type: 'invalid' }],
  ['no JSON', '{"a"', undefined],
])('[RE24] the outline of %s', (_, text, expected) => {
  expect(outlineMessage(text)).toEqual(expected);
  expect(outlineWhole(text)).toEqual(expected);
});

test('[RE24] the whole text is checked where that matters', () => {
  const cut = '{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","upd';
  expect(outlineMessage(cut)).toEqual({ type: 'notification', method: 'session/update', session: 's' });
  expect(outlineWhole(cut)).toBeUndefined();
});

test('[RE25] only plain text can be the value of a header', () => {
  const fitting = ['s', 'a b', '!~', 'a'.repeat(3_000)];
  const others = ['', ' a', 'a ', 'a\n', 'é', '\t', 'a\u0000'];
  expect([fitting.every(fitsHeader), others.some(fitsHeader)]).toEqual([true, false]);
});

import { expect, test } from 'vitest';
import { fakeGet, fakePost, readerOf, settle } from '../test-support/http-fakes.ts';
import { ManualClock } from '../test-support/manual-clock.ts';
import { defaultRemoteLimits, type RemoteLimits } from '../wire/limits.ts';
import type { ConnectionNotice } from './connection.ts';
import { HttpConnection } from './http-connection.ts';
import { readMessage } from './post-body.ts';

const INITIALIZE = { jsonrpc: '2.0', id: 0, method: 'initialize', params: { protocolVersion: 1 } };
const INITIALIZED = '{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1}}';

async function connected(limits: Partial<RemoteLimits> = {}) {
  const clock = new ManualClock();
  const notices: ConnectionNotice[] = [];
  const connection = new HttpConnection({
    id: 'c1',
    principal: 'me',
    limits: { ...defaultRemoteLimits, ...limits },
    clock,
    notice: (notice) => notices.push(notice),
  });
  const body = await readMessage(fakePost(INITIALIZE), defaultRemoteLimits);
  if (!body.ok) throw new Error('no message');
  const answering = connection.initialize(body.message);
  void connection.transport.send(INITIALIZED);
  const answer = await answering;
  const frames = connection.transport.frames[Symbol.asyncIterator]();
  await frames.next();
  return { connection, clock, notices, answer, frames, send: (frame: string) => connection.transport.send(frame) };
}

const update = (sessionId: string, text: string) =>
  `{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"${sessionId}","update":"${text}"}}`;

test('[W3] initialize is answered 200 with the id of the connection, everything else 202 without a body', async () => {
  const { connection, answer } = await connected();
  expect(answer).toEqual({
    status: 200,
    headers: { 'content-type': 'application/json', 'acp-connection-id': 'c1', 'acp-counted': '1' },
    body: INITIALIZED,
  });
  const posted = await connection.post(fakePost({ jsonrpc: '2.0', id: 1, method: 'session/new', params: {} }));
  expect(posted).toEqual({ status: 202, headers: { 'content-length': '0' } });
  await connection.end('closed');
});

test('[W21] a stream continues after the event that the client has, answers included', async () => {
  const { connection, send } = await connected();
  const first = readerOf(connection.openStream(fakeGet({ 'acp-session-id': 's' })));
  await connection.post(fakePost({ jsonrpc: '2.0', id: 1, method: 'session/prompt', params: { sessionId: 's' } }));
  void send(update('s', 'a'));
  void send(update('s', 'b'));
  const answered = '{"jsonrpc":"2.0","id":1,"result":{}}';
  void send(answered);
  await settle();
  expect(first.events).toEqual([
    ['1', update('s', 'a')],
    ['2', update('s', 'b')],
    ['3', answered],
  ]);
  const second = readerOf(connection.openStream(fakeGet({ 'acp-session-id': 's', 'last-event-id': '1' })));
  expect(first.end_).toBe('destroyed');
  expect(second.events).toEqual(first.events.slice(1));
  await connection.end('closed');
  expect(second.end_).toBe('ended');
});

test('[W8] the answer to a load waits behind its replay for a stream that is cut off', async () => {
  const { connection, send } = await connected();
  const first = readerOf(connection.openStream(fakeGet({ 'acp-session-id': 's' })));
  const whole = readerOf(connection.openStream(fakeGet()));
  await connection.post(fakePost({ jsonrpc: '2.0', id: 1, method: 'session/load', params: { sessionId: 's' } }));
  first.cut();
  const answered = '{"jsonrpc":"2.0","id":1,"result":{}}';
  void send(update('s', 'a'));
  void send(answered);
  await settle();
  const second = readerOf(connection.openStream(fakeGet({ 'acp-session-id': 's', 'last-event-id': '0' })));
  expect([whole.events, second.events]).toEqual([
    [],
    [
      ['1', update('s', 'a')],
      ['2', answered],
    ],
  ]);
  await connection.end('closed');
});

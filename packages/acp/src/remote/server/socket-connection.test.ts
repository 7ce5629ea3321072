import { expect, test } from 'vitest';
import { ManualClock } from '../test-support/manual-clock.ts';
import { TestSocket } from '../test-support/socket-pair.ts';
import { reading } from '../test-support/socket-world.ts';
import { defaultRemoteLimits, type RemoteLimits } from '../wire/limits.ts';
import type { ConnectionEnd, ConnectionNotice } from './connection.ts';
import { SocketConnection } from './socket-connection.ts';

const INITIALIZE = '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1}}';
const ANSWER = '{"jsonrpc":"2.0","id":0,"result":{}}';
const COUNTED = '{"jsonrpc":"2.0","method":"$/emend/counted","params":{"connectionId":"id-1"}}';
const resumed = (count: number) => `{"jsonrpc":"2.0","method":"$/emend/resumed","params":{"received":${count}}}`;
const received = (count: number) => `{"jsonrpc":"2.0","method":"$/emend/received","params":{"received":${count}}}`;

function connected(options: { isCounted?: boolean; limits?: Partial<RemoteLimits> } = {}) {
  const clock = new ManualClock();
  const notices: ConnectionNotice[] = [];
  const limits = { ...defaultRemoteLimits, ...options.limits };
  const connection = new SocketConnection(
    { id: 'id-1', principal: 'me', limits, clock, notice: (notice) => void notices.push(notice) },
    { isCounted: options.isCounted ?? true },
  );
  const ends: ConnectionEnd[] = [];
  void connection.closed.then((end) => ends.push(end));
  const socket = new TestSocket();
  connection.attach(socket);
  const begin = () => {
    socket.receive(INITIALIZE);
    void connection.transport.send(ANSWER);
  };
  return { clock, connection, transport: connection.transport, notices, ends, socket, begin };
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

test('[RE12] [W4] [W13] initialize is handed on, and its answer is followed by the word that the server counts', async () => {
  const { connection, transport, socket, begin, clock } = connected();
  const { frames } = reading(transport);
  expect([connection.id, connection.kind, connection.principal]).toEqual(['id-1', 'websocket', 'me']);
  begin();
  socket.receive('[1]');
  socket.receive('not JSON');
  void transport.send('{"jsonrpc":"2.0","id":0,"method":"again"}');
  await turn();
  expect(frames).toEqual([INITIALIZE, '[1]', 'not JSON']);
  expect(socket.sent).toEqual([ANSWER, COUNTED, '{"jsonrpc":"2.0","id":0,"method":"again"}']);
  // The time for initialize is over for good.
  clock.advance(14_999);
  expect(socket.closedWith).toBe(undefined);
  transport.abort?.();
});

test('[RE7] [W28] a client that does not count gets its messages and nothing else', async () => {
  const { transport, socket, begin, connection, ends } = connected({ isCounted: false });
  begin();
  for (let count = 0; count < 300; count += 1) socket.receive('{"jsonrpc":"2.0","method":"x"}');
  expect(socket.sent).toEqual([ANSWER]);
  expect(connection.canResume(0)).toBe(false);
  const { end } = reading(transport);
  socket.end({ code: 1006, reason: '' });
  await turn();
  expect(ends).toEqual(['lost']);
  expect(await end).toEqual(new Error('The connection was lost.'));
});

test.each([
  ['another request', '{"jsonrpc":"2.0","id":1,"method":"session/new"}'],
  ['a notification', '{"jsonrpc":"2.0","method":"initialize"}'],
  ['a request without a proper id', '{"jsonrpc":"2.0","id":null,"method":"initialize"}'],
  ['a batch', `[${INITIALIZE}]`],
  ['no JSON', 'initialize'],
  ['an empty text', ''],
])('[RE12] [W13] a first message that is no initialize ends it with 1002: %s', async (_, text) => {
  const { transport, socket, ends, clock } = connected();
  const { frames, end } = reading(transport);
  socket.receive(text);
  socket.receive(INITIALIZE);
  expect(socket.closedWith).toEqual({ code: 1002, reason: 'First message must be initialize.' });
  socket.end({ code: 1002, reason: '' });
  expect(await end).toEqual(new Error('First message must be initialize.'));
  expect([frames, ends, clock.waiting]).toEqual([[], ['violation'], 0]);
});

test('[RE12] [W13] [W35] a client that says nothing is gone after 30 s, also over several sockets', async () => {
  const { socket, ends, clock, connection } = connected();
  clock.advance(10_000);
  socket.end({ code: 1006, reason: '' });
  const next = new TestSocket();
  connection.resume(next, 0);
  expect(next.sent).toEqual([resumed(0)]);
  for (let count = 0; count < 19; count += 1) {
    clock.advance(1_000);
    next.listener?.alive();
  }
  expect(next.closedWith).toBe(undefined);
  clock.advance(1_000);
  expect(next.closedWith).toEqual({ code: 1008, reason: 'No initialize within 30 s.' });
  clock.advance(5_000);
  await turn();
  expect([next.isTerminated, ends, clock.waiting]).toEqual([true, ['unused'], 0]);
});

test('[RE12] [W12] a binary message is dropped with a notice, before and after the handshake, and is not counted', async () => {
  const { transport, socket, begin, notices, connection } = connected();
  const { frames } = reading(transport);
  socket.receive(undefined);
  begin();
  socket.receive(undefined);
  const next = new TestSocket();
  connection.resume(next, 1);
  await turn();
  expect([frames, next.sent]).toEqual([[INITIALIZE], [resumed(1)]]);
  const dropped = { type: 'dropped', reason: 'A binary message was dropped.' };
  expect(notices).toEqual([dropped, dropped, { type: 'resumed', missed: 0 }]);
  transport.abort?.();
});

test('[RE6] [W22] [W23] another socket takes the place of one that seems to be open, and what comes on the old one is not counted', async () => {
  const { transport, socket, begin, notices, connection, clock } = connected();
  const { frames } = reading(transport);
  begin();
  socket.receive('"1"');
  for (const frame of ['"a"', '"b"']) void transport.send(frame);
  const next = new TestSocket();
  connection.resume(next, 2);
  expect([socket.isTerminated, next.sent]).toEqual([true, [resumed(2), '"b"']]);
  socket.receive('"late"');
  next.receive('"2"');
  void transport.send('"c"');
  await turn();
  expect(frames).toEqual([INITIALIZE, '"1"', '"2"']);
  expect([socket.sent.slice(2), next.sent]).toEqual([
    ['"a"', '"b"'],
    [resumed(2), '"b"', '"c"'],
  ]);
  expect(notices).toEqual([{ type: 'resumed', missed: 1 }]);
  transport.abort?.();
  expect(clock.waiting).toBe(0);
});

test('[RE14] [W26] [W27] a client that is away for less than 60 s finds everything, and nobody hears that it was gone', async () => {
  const { transport, socket, begin, notices, connection, clock, ends } = connected();
  const { frames } = reading(transport);
  begin();
  socket.end({ code: 1006, reason: 'read ECONNRESET' });
  void transport.send('"while you were away"');
  clock.advance(59_999);
  const next = new TestSocket();
  expect(connection.canResume(1)).toBe(true);
  connection.resume(next, 1);
  clock.advance(5_000);
  await turn();
  expect([frames, ends, next.sent]).toEqual([[INITIALIZE], [], [resumed(1), '"while you were away"']]);
  expect(notices).toEqual([
    { type: 'lost', reason: 'The socket was lost (1006): read ECONNRESET', canReturn: true },
    { type: 'resumed', missed: 1 },
  ]);
  transport.abort?.();
});

test('[RE14] [W27] [W35] one that stays away for 60 s is gone, and its agent hears it', async () => {
  const { transport, socket, begin, connection, clock, ends } = connected();
  const { end } = reading(transport);
  begin();
  socket.end({ code: 1006, reason: '' });
  clock.advance(60_000);
  expect(await end).toEqual(new Error('The connection was lost.'));
  await expect(transport.send('1')).rejects.toThrow('The connection was lost.');
  expect([ends, connection.canResume(1), clock.waiting]).toEqual([['lost'], false, 0]);
  const late = new TestSocket();
  connection.resume(late, 1);
  expect(late.closedWith).toEqual({ code: 4404, reason: 'The connection cannot be continued from there.' });
  clock.advance(5_000);
  expect([late.isTerminated, clock.waiting]).toEqual([true, 0]);
});

test.each([1000, 1001, 1005])('[RE14] [W27] a client that closes its socket has left (%d)', async (code) => {
  const { transport, socket, begin, ends, clock } = connected();
  const { frames, end } = reading(transport);
  begin();
  socket.receive('"last"');
  socket.end({ code, reason: '' });
  expect(await end).toBe('end');
  expect([frames, ends, clock.waiting]).toEqual([[INITIALIZE, '"last"'], ['left'], 0]);
});

test.each([1006, 1011, 1012, 4000])('[RE14] [W27] a socket that ends with %d is only lost', async (code) => {
  const { socket, begin, ends, transport } = connected();
  begin();
  socket.end({ code, reason: '' });
  await turn();
  expect(ends).toEqual([]);
  transport.abort?.();
});

test.each([1002, 1009])('[RE13] what the library refuses to read ends the connection (%d)', async (code) => {
  const { socket, begin, ends, clock } = connected();
  begin();
  socket.end({ code, reason: 'Max payload size exceeded' });
  await turn();
  expect([ends, clock.waiting]).toEqual([['violation'], 0]);
});

test.each([
  ['more than was sent', 3],
  ['what is no longer kept', 0],
  ['a fraction', 1.5],
  ['less than nothing', -1],
])('[RE5] [W25] a client that wants to go on after %s is told to begin anew', async (_, count) => {
  const { socket, begin, ends, connection, clock, transport } = connected();
  begin();
  void transport.send('"2"');
  socket.receive(received(1));
  const next = new TestSocket();
  expect(connection.canResume(count)).toBe(false);
  connection.resume(next, count);
  expect(next.closedWith).toEqual({ code: 4404, reason: 'The connection cannot be continued from there.' });
  expect(next.sent).toEqual([]);
  expect(socket.closedWith).toEqual({ code: 4404, reason: 'The connection cannot be continued from there.' });
  next.end({ code: 4404, reason: '' });
  socket.end({ code: 4404, reason: '' });
  await turn();
  expect([ends, clock.waiting]).toEqual([['forgotten'], 0]);
});

test('[RE5] a client that confirms what it cannot have ends its connection', async () => {
  const { socket, begin, ends, transport, clock } = connected();
  const { end } = reading(transport);
  begin();
  socket.receive(received(2));
  const sentence = 'The other side says that it has messages which were not sent.';
  expect(socket.closedWith).toEqual({ code: 1002, reason: sentence });
  expect(await end).toEqual(new Error(sentence));
  clock.advance(5_000);
  await turn();
  expect([ends, clock.waiting]).toEqual([['violation'], 0]);
});

test('[RE10] [W33] the server pings, notices a client that is gone, and waits for it to come back', async () => {
  const { socket, begin, notices, clock, transport } = connected();
  begin();
  socket.listener?.alive();
  clock.advance(15_000);
  expect(socket.pings).toBe(1);
  socket.listener?.alive();
  clock.advance(30_000);
  expect([socket.pings, socket.isTerminated]).toEqual([2, true]);
  expect(notices).toEqual([{ type: 'lost', reason: 'It has been silent for too long.', canReturn: true }]);
  transport.abort?.();
  expect(clock.waiting).toBe(0);
});

test('[RE10] a page that asks for a sign of life gets one', () => {
  const { socket, begin, transport } = connected();
  begin();
  socket.receive(received(1));
  socket.receive(received(1));
  expect(socket.sent.slice(2)).toEqual([received(1), received(1)]);
  transport.abort?.();
});

test('[RE8] [W30] the agent waits while its client is away or does not read', async () => {
  const { socket, begin, transport } = connected({ limits: { highWater: 10 } });
  begin();
  socket.bufferedAmount = 10;
  expect(transport.send('1')).toBeInstanceOf(Promise);
  socket.bufferedAmount = 0;
  socket.listener?.drained();
  expect(transport.send('2')).toBe(undefined);
  socket.end({ code: 1006, reason: '' });
  expect(transport.send('3')).toBe(undefined);
  expect(transport.send('1234567890')).toBeInstanceOf(Promise);
  transport.abort?.();
});

test('[RE8] [W31] what waits for a client can be asked for, and a client that is too slow can be detached', async () => {
  const { socket, begin, transport, connection, ends } = connected({ limits: { highWater: 10 } });
  begin();
  socket.bufferedAmount = 10;
  for (let count = 0; count < 10; count += 1) void transport.send('"123456789"');
  expect(connection.waiting).toBe(110);
  void connection.end('overrun');
  expect(socket.closedWith).toEqual({ code: 1013, reason: 'The client reads too slowly.' });
  socket.end({ code: 1013, reason: '' });
  await turn();
  expect(ends).toEqual(['overrun']);
});

test.each([
  ['draining', 1001, 'The server is shutting down.'],
  ['closed', 1001, 'The server is shutting down.'],
  ['restarting', 1012, 'The server restarts.'],
  ['agent', 1000, ''],
] as const)('[RE13] an end sends what waits and says why: %s', async (reason, code, sentence) => {
  const { socket, begin, transport, connection, ends, clock } = connected({ limits: { highWater: 10 } });
  const { end } = reading(transport);
  begin();
  socket.bufferedAmount = 10;
  void transport.send('"last"');
  const ending = connection.end(reason);
  expect([socket.sent.at(-1), socket.closedWith]).toEqual(['"last"', { code, reason: sentence }]);
  await expect(transport.send('1')).rejects.toThrow('The connection is closed.');
  expect(connection.canResume(1)).toBe(false);
  socket.receive('"too late"');
  socket.end({ code, reason: '' });
  await ending;
  expect([await end, ends, clock.waiting]).toEqual(['end', [reason], 0]);
});

test('[RE13] an end waits 5 s for the other side, longer only while the rest goes out; without a socket it waits for nothing', async () => {
  const slow = connected();
  slow.begin();
  slow.socket.bufferedAmount = 30;
  void slow.connection.end('draining');
  for (const amount of [20, 10]) {
    slow.socket.bufferedAmount = amount;
    slow.clock.advance(5_000);
  }
  expect(slow.socket.isTerminated).toBe(false);
  slow.clock.advance(5_000);
  await turn();
  expect([slow.socket.isTerminated, slow.ends, slow.clock.waiting]).toEqual([true, ['draining'], 0]);

  const away = connected();
  away.begin();
  away.socket.end({ code: 1006, reason: '' });
  await away.connection.end('draining');
  expect([away.ends, away.clock.waiting]).toEqual([['draining'], 0]);
});

test('[RE13] when the agent closes, a client that is away can still fetch the rest', async () => {
  const { socket, begin, transport, connection, ends, clock } = connected();
  begin();
  socket.end({ code: 1006, reason: '' });
  void transport.send('"last words"');
  const closing = transport.close();
  await turn();
  expect(ends).toEqual([]);
  const next = new TestSocket();
  connection.resume(next, 1);
  expect(next.sent).toEqual([resumed(1), '"last words"']);
  expect(next.closedWith).toEqual({ code: 1000, reason: '' });
  // The network fails again before the client has said that it has seen the end.
  next.end({ code: 1006, reason: '' });
  await turn();
  expect(ends).toEqual([]);
  const third = new TestSocket();
  connection.resume(third, 1);
  expect(third.sent).toEqual([resumed(1), '"last words"']);
  third.end({ code: 1000, reason: '' });
  await closing;
  expect([ends, clock.waiting]).toEqual([['agent'], 0]);
});

test('[RE13] a client that never comes for the rest is gone in its time; an end or an abort waits no longer', async () => {
  const late = connected();
  late.begin();
  late.socket.end({ code: 1006, reason: '' });
  const closing = late.transport.close();
  late.clock.advance(60_000);
  await closing;
  const ended = connected();
  ended.begin();
  ended.socket.end({ code: 1006, reason: '' });
  void ended.transport.close();
  await ended.connection.end('draining');
  const aborted = connected();
  aborted.begin();
  void aborted.transport.close();
  aborted.transport.abort?.();
  await aborted.transport.close();
  expect([late.ends, ended.ends, aborted.ends]).toEqual([['agent'], ['agent'], ['agent']]);
  expect([late, ended, aborted].map(({ clock }) => clock.waiting)).toEqual([0, 0, 0]);
  expect([aborted.socket.closedWith?.code, aborted.socket.isTerminated]).toEqual([1000, true]);
});

test('[RE2] [W28] of frames that wait for a client that does not count nothing is sent if they are erased', () => {
  const { socket, begin, transport, connection } = connected({ isCounted: false, limits: { highWater: 10 } });
  begin();
  socket.bufferedAmount = 10;
  for (const frame of ['"a secret"', '"b"']) void transport.send(frame);
  connection.erase((frame) => frame.includes('secret'));
  socket.bufferedAmount = 0;
  socket.listener?.drained();
  expect(socket.sent).toEqual([ANSWER, '"b"']);
  transport.abort?.();
});

test('[RE2] [X13] kept frames can be erased, and an empty notice stands in the place of one that is', () => {
  const { socket, begin, transport, connection } = connected();
  begin();
  void transport.send('"a secret"');
  socket.end({ code: 1006, reason: '' });
  connection.erase((frame) => frame.includes('secret'));
  const next = new TestSocket();
  connection.resume(next, 1);
  expect(next.sent).toEqual([resumed(1), '{"jsonrpc":"2.0","method":"$/emend/erased"}']);
  transport.abort?.();
});

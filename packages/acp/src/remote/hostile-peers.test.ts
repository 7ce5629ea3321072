import { expect, test } from 'vitest';
import { SocketConnection } from './server/socket-connection.ts';
import { begun } from './test-support/begun-world.ts';
import { ManualClock } from './test-support/manual-clock.ts';
import { TestSocket } from './test-support/socket-pair.ts';
import { reading } from './test-support/socket-world.ts';
import { closeReason } from './wire/closing.ts';
import { defaultRemoteLimits } from './wire/limits.ts';

const received = (count: string) => `{"jsonrpc":"2.0","method":"$/emend/received","params":{"received":${count}}}`;
const sentence = 'The other side says that it has messages which were not sent.';
const hostile = [JSON.stringify('A'.repeat(300)), '{"toString":1}', '[[[]]]'];

test.each(hostile)(
  '[W49] [RE5] what a client writes in place of a number ends its connection only: %s',
  async (count) => {
    const world = await begun();
    const { end } = reading(world.server);
    world.socket.server.receive(received(count));
    expect(world.socket.server.closedWith).toEqual({ code: 1002, reason: sentence });
    await world.settle();
    expect([await end, ...world.ends.values()]).toEqual([new Error(sentence), 'violation']);
  },
);

test.each(hostile)(
  '[W49] [RE5] what a server writes in place of a number ends the connection only: %s',
  async (count) => {
    const world = await begun();
    const { end } = reading(world.client);
    world.socket.client.receive(received(count));
    expect(await end).toMatchObject({ reason: 'forgotten', message: sentence });
  },
);

test('[W49] [RE5] a message that a client cannot handle ends its connection', async () => {
  const world = await begun();
  const { end } = reading(world.client);
  const { client } = world.socket;
  const pause = () => {
    throw new TypeError('broken');
  };
  Object.assign(client, { pause });
  client.receive('x'.repeat(20_000_000));
  expect(await end).toMatchObject({ reason: 'forgotten', message: 'A message could not be handled.' });
});

test('[W49] [RE5] a message that a server cannot handle ends its connection', async () => {
  const setup = { id: 'id-1', principal: 'me', limits: defaultRemoteLimits, clock: new ManualClock(), notice() {} };
  const onBegun = () => {
    throw new TypeError('broken');
  };
  const connection = new SocketConnection({ ...setup, onBegun }, { isCounted: true });
  const socket = new TestSocket();
  connection.attach(socket);
  socket.receive('{"jsonrpc":"2.0","id":0,"method":"initialize"}');
  expect(socket.closedWith).toEqual({ code: 1002, reason: 'A message could not be handled.' });
  socket.end({ code: 1002, reason: '' });
  expect(await connection.closed).toBe('violation');
});

test.each([
  [undefined, ''],
  ['short', 'short'],
  ['A'.repeat(124), 'A'.repeat(123)],
  ['é'.repeat(62), 'é'.repeat(61)],
  ['x\u{1F600}'.repeat(25), `${'x\u{1F600}'.repeat(24)}x`],
  ['\ud800'.repeat(50), '\ud800'.repeat(41)],
])('[W49] [RE5] a reason is cut to what a socket can be closed with', (reason, cut) => {
  expect(closeReason(reason)).toBe(cut);
});

test.each([true, false])(
  '[RE12] a second initialize is refused and not handed on (counted: %s)',
  async (isCounting) => {
    const world = await begun({ isCounting });
    const [server, client] = [reading(world.server), reading(world.client)];
    void world.client.send('{"id":12345678901234567890,"method":"initialize","jsonrpc":"2.0"}');
    void world.client.send('{"jsonrpc":"2.0","method":"x","params":{"a":"initialize"}}');
    void world.server.send('{"jsonrpc":"2.0","method":"y"}');
    await world.settle();
    expect(server.frames).toEqual([
      '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}',
      '{"jsonrpc":"2.0","method":"x","params":{"a":"initialize"}}',
    ]);
    expect([...client.frames.slice(1)].sort()).toEqual([
      '{"jsonrpc":"2.0","id":12345678901234567890,"error":{"code":-32600,"message":"The connection was initialized before."}}',
      '{"jsonrpc":"2.0","method":"y"}',
    ]);
    world.client.abort?.();
  },
);

test('[RE12] [W48] a client that sends initialize again and again, and reads nothing, is given up', async () => {
  const world = await begun({ limits: { highWater: 100, kept: 1_000 } });
  const { server } = world.socket;
  server.bufferedAmount = 1_000;
  for (let count = 0; count < 20; count += 1) server.receive('{"jsonrpc":"2.0","id":1,"method":"initialize"}');
  expect(server.closedWith).toEqual({ code: 1013, reason: 'The client reads too slowly.' });
  world.client.abort?.();
});

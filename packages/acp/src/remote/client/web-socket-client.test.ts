import { expect, test } from 'vitest';
import { ANSWER, begun, cut, INITIALIZE, MESSAGE, opened, outcome } from '../test-support/begun-world.ts';
import type { TestSocket } from '../test-support/socket-pair.ts';
import { reading, SocketWorld } from '../test-support/socket-world.ts';

const received = (count: number) => `{"jsonrpc":"2.0","method":"$/emend/received","params":{"received":${count}}}`;

test('[RE16] [W29] a first connection: what was sent before it was open goes out then, and the state is told', async () => {
  const world = new SocketWorld();
  expect(world.client.send(INITIALIZE)).toBe(undefined);
  expect(world.states).toEqual([{ type: 'connecting' }]);
  await world.settle();
  await world.opened.promise;
  expect(world.requests).toEqual([{ url: 'ws://host.example/acp?counted=1', protocols: [] }]);
  expect(world.socket.client.sent).toEqual([INITIALIZE]);
  expect(world.states).toEqual([{ type: 'connecting' }, opened]);
  world.client.abort?.();
});

test.each(['node', 'page'] as const)(
  '[RE15] [W29] a lost socket is replaced after a pause, and nothing else is noticed (%s)',
  async (kind) => {
    const world = await begun({ kind });
    const { frames } = reading(world.client);
    const atServer = reading(world.server);
    cut(world);
    void world.client.send(MESSAGE);
    void world.server.send('"while away"');
    expect(world.states.at(-1)).toEqual({
      type: 'waiting',
      attempt: 1,
      delay: 125,
      cause: 'The socket was closed (1006).',
    });
    await world.pass(124, 124);
    expect(world.requests.length).toBe(1);
    await world.pass(1);
    expect(world.requests[1]).toEqual({
      url: 'ws://host.example/acp',
      protocols: ['acp', 'acp.resume.connection-1.1'],
    });
    expect(world.states.at(-1)).toEqual({ ...opened, isResumed: true });
    expect([frames, atServer.frames]).toEqual([
      [ANSWER, '"while away"'],
      [INITIALIZE, MESSAGE],
    ]);
    world.client.abort?.();
    world.server.abort?.();
    expect(world.clock.waiting).toBe(0);
  },
);

test('[RE15] pauses grow while sockets are lost again at once, and are short again once a message has come', async () => {
  const world = await begun();
  const delays: unknown[] = [];
  for (const hasMessage of [false, false, true, false]) {
    cut(world);
    const state = world.states.at(-1);
    delays.push(state?.type === 'waiting' && state.delay);
    await world.pass(3_000);
    if (hasMessage) void world.server.send(MESSAGE);
    await world.settle();
  }
  expect(delays).toEqual([125, 250, 500, 125]);
  world.client.abort?.();
});

test('[RE15] [W29] it goes on trying for two minutes and then says what it was', async () => {
  const world = await begun();
  const { end } = reading(world.client);
  world.network = 'down';
  cut(world);
  await world.pass(119_000, 1_000);
  expect(world.states.at(-1)).toMatchObject({ type: 'waiting' });
  const sending = world.client.send(MESSAGE);
  expect(sending).toBe(undefined);
  await world.pass(20_000, 1_000);
  const message = 'The server could not be reached again. The socket was closed (1006): connect ECONNREFUSED';
  expect(await outcome(Promise.reject(await end))).toEqual({ reason: 'unreachable', message, status: undefined });
  expect(world.states.at(-1)).toEqual({ type: 'closed', reason: message });
  expect(await outcome(world.client.send(MESSAGE) ?? Promise.resolve())).toMatchObject({ reason: 'unreachable' });
  expect(world.clock.waiting).toBe(0);
});

test('[RE15] an attempt that nobody answers is given up after 15 s, and what still comes on it is not heard', async () => {
  const world = await begun();
  world.network = 'silent';
  cut(world);
  await world.pass(125);
  const [, { client: stuck }] = world.sockets as [unknown, { client: TestSocket }];
  await world.pass(15_000);
  expect(world.states.at(-1)).toMatchObject({
    type: 'waiting',
    attempt: 2,
    cause: 'The socket was closed (1006): The server did not answer in time.',
  });
  expect(stuck.isTerminated).toBe(true);
  world.network = 'up';
  await world.pass(1_000);
  expect(world.states.at(-1)).toEqual({ ...opened, isResumed: true });
  world.client.abort?.();
});

test('[RE16] [W16] a first connection that is refused ends at once, with the status', async () => {
  for (const status of [400, 401, 404, 405, 406, 426, 501, 500, 503]) {
    const world = new SocketWorld();
    world.refusal = { status };
    const { end } = reading(world.client);
    await world.settle();
    const refusal = { reason: 'refused', message: `The server refused the socket (${status}).`, status };
    expect(await outcome(world.opened.promise)).toEqual(refusal);
    expect(await outcome(Promise.reject(await end))).toEqual(refusal);
    expect([world.requests.length, world.clock.waiting]).toEqual([1, 0]);
  }
});

test('[RE16] a server that cannot be reached at first is not tried again; one that says when to come back is', async () => {
  const world = new SocketWorld();
  world.network = 'down';
  await world.settle();
  expect(await outcome(world.opened.promise)).toEqual({
    reason: 'unreachable',
    message: 'The socket was closed (1006): connect ECONNREFUSED',
    status: undefined,
  });
  const full = new SocketWorld();
  void full.client.send(INITIALIZE);
  full.refusal = { status: 503, retryAfter: '5' };
  await full.settle();
  await full.pass(4_999, 4_999);
  expect(full.requests.length).toBe(1);
  full.refusal = undefined;
  await full.pass(1);
  await full.opened.promise;
  expect(full.socket.client.sent).toEqual([INITIALIZE]);
  full.client.abort?.();
});

test.each([
  [404, 'forgotten'],
  [401, 'refused'],
  [403, 'refused'],
  [421, 'refused'],
] as const)(
  '[RE16] [W25] [W29] a connection that is refused with %d when it comes back is over: %s',
  async (status, reason) => {
    const world = await begun();
    const { end } = reading(world.client);
    cut(world);
    world.refusal = { status };
    await world.pass(250);
    expect(await end).toMatchObject({ reason, status });
    expect(world.requests.length).toBe(2);
  },
);

test.each([400, 408, 429, 500, 502, 503])('[RE16] one that is refused with %d is tried again', async (status) => {
  const world = await begun();
  cut(world);
  world.refusal = { status, retryAfter: '2' };
  await world.pass(1_000);
  world.refusal = undefined;
  expect(world.states.at(-1)).toMatchObject({ type: 'waiting', delay: 2_000 });
  await world.pass(2_000);
  expect(world.states.at(-1)).toEqual({ ...opened, isResumed: true });
  world.client.abort?.();
});

test('[RE16] [W25] a socket that is closed with 4404 says that the server has forgotten the connection', async () => {
  const world = await begun({ kind: 'page' });
  const { end } = reading(world.client);
  world.socket.client.end({ code: 4404, reason: 'Unknown connection.' });
  expect(await end).toMatchObject({
    reason: 'forgotten',
    message: 'The socket was closed (4404): Unknown connection.',
  });
});

test.each([1002, 1003, 1007, 1008, 1009, 1010, 4999])(
  '[RE16] a close with %d would come again, and is final',
  async (code) => {
    const world = await begun();
    const { end } = reading(world.client);
    world.socket.client.end({ code, reason: 'No.' });
    expect(await end).toMatchObject({ reason: 'refused', message: `The socket was closed (${code}): No.` });
    expect(world.clock.waiting).toBeLessThanOrEqual(1);
  },
);

test.each([1000, 1005])('[RE16] a server that closes in order has ended the connection (%d)', async (code) => {
  const world = await begun();
  const { end } = reading(world.client);
  world.socket.client.end({ code, reason: '' });
  expect([await end, world.states.at(-1)]).toEqual(['end', { type: 'closed', reason: 'It was closed.' }]);
  await expect(world.client.send(MESSAGE)).rejects.toThrow('The connection is closed.');
});

test.each([1001, 1012])('[RE15] a server that goes away is tried again within 3 s (%d)', async (code) => {
  const world = await begun();
  world.socket.client.end({ code, reason: 'See you.' });
  expect(world.states.at(-1)).toMatchObject({ type: 'waiting', delay: 1_500 });
  world.client.abort?.();
});

test.each(['node', 'page'] as const)(
  '[RE7] [W28] [W29] against a server that does not count a lost socket is the end, and nothing is sent again (%s)',
  async (kind) => {
    const world = await begun({ kind, isCounting: false });
    const { frames, end } = reading(world.client);
    void world.server.send(MESSAGE);
    await world.settle();
    for (let count = 0; count < 200; count += 1) void world.server.send(MESSAGE);
    await world.settle();
    expect(world.socket.client.sent).toEqual([INITIALIZE]);
    // Its messages are its own business, whatever they look like.
    const odd = '{"jsonrpc":"2.0","method":"$/emend/received","params":{"received":99}}';
    void world.server.send(odd);
    await world.settle();
    expect(frames.at(-1)).toBe(odd);
    cut(world);
    expect(await end).toMatchObject({
      reason: 'forgotten',
      message: 'This server cannot continue a connection. The socket was closed (1006).',
    });
    expect([world.requests.length, world.clock.waiting]).toEqual([1, 0]);
  },
);

test('[RE7] a page learns that its server counts from the notice after the first answer, whatever came before it', async () => {
  const world = new SocketWorld({ kind: 'page' });
  void world.client.send(INITIALIZE);
  await world.settle();
  for (const frame of [MESSAGE, 'no JSON', '[]', '{"id":1,"method":"x"}', ANSWER]) void world.server.send(frame);
  await world.settle();
  cut(world);
  await world.pass(250);
  expect(world.requests[1]?.protocols).toEqual(['acp', 'acp.resume.connection-1.5']);
  world.client.abort?.();
});

test('[RE6] [W23] a server that goes on with something else than the number is not believed', async () => {
  for (const first of [MESSAGE, received(1), '{"jsonrpc":"2.0","method":"$/emend/resumed","params":{"received":7}}']) {
    const world = await begun();
    const { frames, end } = reading(world.client);
    world.network = 'silent';
    cut(world);
    await world.pass(125);
    const { client } = world.socket;
    client.listener?.opened?.(() => undefined);
    client.receive(first);
    expect(await end).toMatchObject({
      reason: 'forgotten',
      message: 'The server no longer knows the connection.',
    });
    expect(frames).toEqual([ANSWER]);
  }
});

test('[RE5] a server that says it has what was never sent is not believed', async () => {
  const world = await begun();
  const { end } = reading(world.client);
  world.socket.client.receive(received(2));
  expect(await end).toMatchObject({ message: 'The other side says that it has messages which were not sent.' });
});

test('[RE3] [RE4] a server that says how much it has is answered only if it asks', async () => {
  const world = await begun();
  void reading(world.client);
  const { client } = world.socket;
  for (let count = 0; count < 3; count += 1) {
    client.receive(MESSAGE);
    await world.pass(0);
    client.receive(received(1));
  }
  expect(client.sent.slice(1)).toEqual([]);
  for (let count = 0; count < 2; count += 1) client.receive(received(1).replace('}}', ',"ask":true}}'));
  expect(client.sent.slice(1)).toEqual([received(4)]);
  world.client.abort?.();
});

test('[RE10] [W33] in Node the client pings and gives up a silent socket; what was sent into it is sent again', async () => {
  const world = await begun();
  const atServer = reading(world.server);
  const { client } = world.socket;
  client.cut();
  void world.client.send(MESSAGE);
  await world.pass(31_000, 1_000);
  expect([client.pings > 0, client.isTerminated, world.requests.length]).toEqual([true, true, 2]);
  expect(atServer.frames).toEqual([INITIALIZE, MESSAGE]);
  world.client.abort?.();
});

test('[RE10] [W33] a page asks every 30 s, is answered, and gives up a silent socket after 20 s more', async () => {
  const world = await begun({ kind: 'page' });
  await world.pass(30_000, 1_000);
  expect(world.socket.client.sent.slice(1)).toEqual([received(1)]);
  await world.pass(600_000, 10_000);
  expect(world.requests.length).toBe(1);
  world.socket.client.cut();
  await world.pass(51_000, 1_000);
  expect(world.requests.length).toBe(2);
  expect(world.states.at(-1)).toEqual({ ...opened, isResumed: true });
  world.client.abort?.();
});

test('[RE10] a page does not give up a server that cannot be asked', async () => {
  const world = await begun({ kind: 'page', isCounting: false });
  void world.server.send(MESSAGE);
  await world.settle();
  world.socket.client.cut();
  await world.pass(600_000, 10_000);
  expect(world.states).toEqual([{ type: 'connecting' }, opened]);
  world.client.abort?.();
});

test('[RE9] [RE3] two sides that both wait for each other do not talk without end', async () => {
  const world = await begun({ limits: { kept: 1_000, highWater: 100 }, client: { highWater: 100 } });
  for (let count = 0; count < 100; count += 1) {
    void world.client.send(MESSAGE.replace('x', 'y'.repeat(90)));
    void world.server.send(MESSAGE.replace('x', 'y'.repeat(90)));
  }
  await world.settle();
  const notices = [...world.socket.client.sent, ...world.socket.server.sent].filter((text) => text.includes('emend'));
  expect(notices.length).toBeLessThan(20);
  const [atServer, atClient] = [reading(world.server), reading(world.client)];
  await world.settle();
  expect([atServer.frames.length, atClient.frames.length]).toEqual([101, 101]);
  world.client.abort?.();
});

test('[RE12] [W12] a binary message is reported to the reader', async () => {
  const world = await begun();
  const { frames } = reading(world.client);
  world.socket.client.receive(undefined);
  await world.settle();
  expect(frames).toEqual([ANSWER, { problem: 'binary', size: 0, head: '', tail: '' }]);
  world.client.abort?.();
});

test('[RE16] a platform without WebSockets says so', async () => {
  const world = new SocketWorld({ hasSockets: false });
  await world.settle();
  expect(await outcome(world.opened.promise)).toMatchObject({ message: 'There are no WebSockets here.' });
});

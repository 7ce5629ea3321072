import { expect, test } from 'vitest';
import { counts } from '../../../../../test/support/counts.ts';
import { seededChance } from '../../../../../test/support/seed.ts';
import { readerOf } from '../test-support/http-fakes.ts';
import { initialize, Served } from '../test-support/served.ts';
import { deliver, socketPair } from '../test-support/socket-pair.ts';

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const json = { 'content-type': 'application/json' };
const refusedMessage = (message: string) => JSON.stringify({ jsonrpc: '2.0', id: 0, error: { code: -32603, message } });

test('[W46] connections in all: one below the limit, at it and beyond, over HTTP and WebSocket', async () => {
  const served = new Served({ limits: { connections: 2 } });
  const first = await served.connect();
  const socket = await served.open();
  const sentence = 'The server has no room for another connection.';
  expect(await served.handle({ method: 'POST', body: initialize })).toEqual({
    status: 503,
    headers: { ...json, 'retry-after': '5' },
    body: refusedMessage(sentence),
  });
  expect(await served.upgrade()).toEqual({
    accepted: false,
    answer: {
      status: 503,
      headers: { 'content-type': 'text/plain; charset=utf-8', 'retry-after': '5' },
      body: `${sentence}\n`,
    },
  });
  await served.handle({ method: 'DELETE', headers: { 'acp-connection-id': first } });
  expect(await served.upgrade()).toMatchObject({ accepted: true });
  await served.connect();
  expect(await served.upgrade()).toMatchObject({ accepted: false });
  socket.client.close(1000);
  await served.settle();
  expect(await served.upgrade()).toMatchObject({ accepted: true });
  await served.close();
});

test('[W46] connections of a principal: one below the limit, at it and beyond; others are not touched', async () => {
  const authenticate = ['a', 'b'].map((token) => ({ token, principal: token }));
  const served = new Served({ authenticate, limits: { connectionsPerPrincipal: 1 } });
  await served.connect(bearer('a'));
  const sentence = 'You have too many connections to this server.';
  expect(await served.handle({ method: 'POST', headers: bearer('a'), body: initialize })).toEqual({
    status: 429,
    headers: { ...json, 'retry-after': '5' },
    body: refusedMessage(sentence),
  });
  expect(await served.upgrade({ headers: bearer('a') })).toMatchObject({ answer: { status: 429 } });
  expect(await served.upgrade({ headers: bearer('b') })).toMatchObject({ accepted: true });
  expect(served.events.slice(1)).toEqual(
    [1, 2].map(() => ({ type: 'refused', status: 429, reason: sentence, principal: 'a' })),
  );
  await served.close();
});

test('[RE51] a WebSocket that finds no room once it is open is told to come later', async () => {
  const served = new Served({ limits: { connections: 1 } });
  const answers = [await served.upgrade(), await served.upgrade()];
  expect(answers.map(({ accepted }) => accepted)).toEqual([true, true]);
  const taken = await served.open();
  const late = await served.open().catch((error: Error) => error.message);
  expect(late).toBe('No socket: 503 The server has no room for another connection.\n');
  const { client, server } = socketPair();
  const [answer] = answers;
  if (answer?.accepted) answer.open(server);
  deliver(client, server);
  expect(server.closedWith).toEqual({ code: 1013, reason: 'The server has no room for another connection.' });
  expect(taken.end).toBeUndefined();
  await served.close();
});

test('[W46] the body of initialize: one byte below the limit, at it and beyond', async () => {
  const size = JSON.stringify(initialize).length + 10;
  const status = async (length: number) => {
    const served = new Served({ limits: { maxFrameBytes: size } });
    const body = JSON.stringify(initialize).padEnd(length);
    const answer = await served.handle({ method: 'POST', headers: json, body });
    await served.close();
    return answer.status;
  };
  expect([await status(size - 1), await status(size), await status(size + 1)]).toEqual([200, 200, 413]);
});

test('[W35] a connection that nobody uses is gone after its time, and the agent is told', async () => {
  const served = new Served();
  const ended: string[] = [];
  const id = await served.connect();
  const [connection] = served.connections;
  void connection?.closed.then((reason) => ended.push(reason));
  served.clock.advance(29_999);
  await served.settle();
  expect(ended).toEqual([]);
  served.clock.advance(1);
  await served.settle();
  expect([ended, served.server.connections]).toEqual([['unused'], []]);
  expect(await served.handle({ method: 'DELETE', headers: { 'acp-connection-id': id } })).toMatchObject({
    status: 404,
  });

  const headers = { 'acp-connection-id': await served.connect(), accept: 'text/event-stream' };
  const stream = readerOf(await served.handle({ headers }));
  served.clock.advance(600_000);
  expect(served.server.connections.length).toBe(1);
  stream.cut();
  served.clock.advance(59_999);
  expect(served.server.connections.length).toBe(1);
  served.clock.advance(1);
  await served.settle();
  expect(served.server.connections).toEqual([]);
  await expect(served.connections[1]?.closed).resolves.toBe('lost');
  expect(served.clock.waiting).toBe(0);
});

test('[W35] a socket that never speaks is closed, and gets no agent', async () => {
  const served = new Served();
  const socket = await served.open();
  served.clock.advance(30_000);
  await served.settle();
  expect(socket.end).toMatchObject({ code: 1008 });
  expect([served.connections, served.server.connections, served.clock.waiting]).toEqual([[], [], 0]);
});

/** The ways in which a client makes a connection and leaves it. */
const visits: readonly ((served: Served) => Promise<void>)[] = [
  async (served) => {
    const id = await served.connect();
    await served.handle({ method: 'DELETE', headers: { 'acp-connection-id': id } });
  },
  async (served) => void (await served.connect()),
  async (served) => {
    const headers = { 'acp-connection-id': await served.connect(), accept: 'text/event-stream' };
    readerOf(await served.handle({ headers })).cut();
  },
  async (served) => void (await served.upgrade()),
  async (served) => void (await served.open()),
  async (served) => {
    const { client } = await served.open({ target: '/acp?counted=1' });
    client.send(JSON.stringify(initialize));
    await served.settle();
    client.terminate();
  },
  async (served) => {
    const { client } = await served.open();
    client.send(JSON.stringify(initialize));
    await served.settle();
    client.close(1000);
  },
  async (served) => void (await served.handle({ method: 'POST', target: '/acp/ticket' })),
];

test('[W36] connections that were made and left leave nothing behind', async () => {
  const chance = seededChance();
  const served = new Served({ limits: { connections: 100, connectionsPerPrincipal: 100 } });
  for (let made = 0; made < counts({ short: 600, long: 100_000 }); made += 100) {
    for (let each = 0; each < 100; each += 1) {
      await chance.pick(visits)(served);
      if (each % 10 === 0) served.clock.advance(1_000);
    }
    await served.settle();
    served.clock.advance(120_000);
    await served.settle();
    served.clock.advance(120_000);
    expect([served.server.connections, served.clock.waiting]).toEqual([[], 0]);
    const ended = served.events.filter(({ type }) => type === 'ended').length;
    expect(ended).toBe(served.events.filter(({ type }) => type === 'made').length);
    for (const kept of [served.events, served.connections, served.received]) kept.length = 0;
  }
});

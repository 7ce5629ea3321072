import { expect, test } from 'vitest';
import { seededChance } from '../../../../../test/support/seed.ts';
import { readerOf } from '../test-support/http-fakes.ts';
import { initialize, Served } from '../test-support/served.ts';
import { deliver, socketPair } from '../test-support/socket-pair.ts';

const prompt = (id: number) => ({ jsonrpc: '2.0', id, method: 'session/prompt', params: { sessionId: 's' } });
const answer = (id: number) => JSON.stringify({ jsonrpc: '2.0', id, result: { stopReason: 'end_turn' } });
const update = (state: string) =>
  JSON.stringify({
    jsonrpc: '2.0',
    method: 'session/update',
    params: { sessionId: 's', update: { sessionUpdate: 'state_update', state } },
  });
const draining = (id: number) => ({
  jsonrpc: '2.0',
  id,
  error: {
    code: -32050,
    message: 'The server is shutting down and starts no new turn. Try again in a moment.',
    data: { reason: 'draining' },
  },
});

/** A server with a client on a WebSocket and one on HTTP. */
async function twoClients() {
  const served = new Served();
  const socket = await served.open();
  socket.client.send(JSON.stringify(initialize));
  await served.settle();
  const headers = { 'acp-connection-id': await served.connect() };
  const stream = readerOf(
    await served.handle({ headers: { ...headers, accept: 'text/event-stream', 'acp-session-id': 's' } }),
  );
  const post = async (body: unknown) => (await served.handle({ method: 'POST', headers, body })).status;
  return { served, socket, stream, post };
}

/** Lets time pass in steps, and everything happen that is due. */
async function pass(served: Served, milliseconds: number): Promise<void> {
  for (let left = milliseconds; left > 0; left -= 50) {
    served.clock.advance(Math.min(50, left));
    await served.settle();
  }
}

/** Whether a promise has been settled, now or later. */
function isDone(promise: Promise<unknown>): () => boolean {
  let done = false;
  void promise.then(() => {
    done = true;
  });
  return () => done;
}

test('[W52] running turns finish, new prompts are refused, and then all clients are told', async () => {
  const { served, socket, stream, post } = await twoClients();
  socket.client.send(JSON.stringify(prompt(1)));
  expect(await post(prompt(1))).toBe(202);
  await served.settle();
  const done = isDone(served.server.drain({ grace: 30_000 }));
  await served.settle();
  socket.client.send(JSON.stringify(prompt(2)));
  expect(await post(prompt(2))).toBe(202);
  await pass(served, 1_000);
  expect(socket.messages.at(-1)).toEqual(draining(2));
  expect(stream.events.map(([, data]) => JSON.parse(String(data)))).toEqual([draining(2)]);
  expect(served.received.filter((message) => (message as { id: unknown }).id === 2)).toEqual([]);

  const [overSocket, overHttp] = served.connections;
  void overSocket?.transport.send(answer(1));
  await pass(served, 1_000);
  expect([socket.end, stream.end_, done()]).toEqual([undefined, 'open', false]);
  void overHttp?.transport.send(answer(1));
  await pass(served, 100);
  expect(socket.messages.at(-1)).toEqual(JSON.parse(answer(1)));
  expect(stream.events.at(-1)?.[1]).toBe(answer(1));
  expect([socket.end, stream.end_]).toEqual([{ code: 1001, reason: 'The server is shutting down.' }, 'ended']);
  expect([done(), served.server.connections, served.clock.waiting]).toEqual([true, [], 0]);
  expect(served.events.filter(({ type }) => type === 'ended')).toMatchObject([
    { reason: 'draining', received: 3, sent: 3 },
    { reason: 'draining', received: 3, sent: 3 },
  ]);
});

test('[W52] fifty running turns end one after the other, and no word of theirs is lost', async () => {
  const chance = seededChance();
  const served = new Served();
  const clients: { readonly words: () => unknown[]; readonly isTold: () => boolean }[] = [];
  for (let number = 0; number < 50; number += 1) {
    if (number % 2 === 0) {
      const socket = await served.open();
      socket.client.send(JSON.stringify(initialize));
      socket.client.send(JSON.stringify(prompt(1)));
      await served.settle();
      clients.push({ words: () => socket.messages.slice(1), isTold: () => socket.end?.code === 1001 });
    } else {
      const headers = { 'acp-connection-id': await served.connect() };
      const stream = { ...headers, accept: 'text/event-stream', 'acp-session-id': 's' };
      const reader = readerOf(await served.handle({ headers: stream }));
      await served.handle({ method: 'POST', headers, body: prompt(1) });
      const words = () => reader.events.map(([, data]) => JSON.parse(String(data)));
      clients.push({ words, isTold: () => reader.end_ === 'ended' });
    }
  }
  await served.settle();
  const done = isDone(served.server.drain({ grace: 30_000 }));
  const said = served.connections.map((): unknown[] => []);
  const open = served.connections.map(({ transport }, at) => ({ transport, at }));
  while (open.length > 0) {
    const { transport, at } = chance.pick(open);
    const text = chance.percent(30)
      ? answer(1)
      : JSON.stringify({ jsonrpc: '2.0', method: 'x', params: { sessionId: 's', at } });
    if (text === answer(1))
      open.splice(
        open.findIndex((one) => one.at === at),
        1,
      );
    void transport.send(text);
    said[at]?.push(JSON.parse(text));
    if (chance.percent(20)) await pass(served, 50);
    expect(done()).toBe(false);
  }
  await pass(served, 100);
  expect(clients.map(({ words }) => words())).toEqual(said);
  expect([clients.every(({ isTold }) => isTold()), done(), served.clock.waiting]).toEqual([true, true, 0]);
});

test('[W52] a turn that does not finish is ended after the grace time', async () => {
  const { served, socket, stream } = await twoClients();
  socket.client.send(JSON.stringify(prompt(1)));
  await served.settle();
  const done = isDone(served.server.drain({ grace: 10_000 }));
  await pass(served, 9_950);
  expect([socket.end, stream.end_]).toEqual([undefined, 'open']);
  await pass(served, 50);
  expect([socket.end, stream.end_]).toEqual([{ code: 1001, reason: 'The server is shutting down.' }, 'ended']);
  expect([done(), served.clock.waiting]).toEqual([true, 0]);
});

test('[W52] a turn whose prompt was answered at its start runs until its session is idle', async () => {
  const { served, socket } = await twoClients();
  const [agent] = served.connections;
  socket.client.send(JSON.stringify(prompt(1)));
  await served.settle();
  void served.server.drain({ grace: 30_000 });
  await pass(served, 50);
  void agent?.transport.send(answer(1));
  await pass(served, 50);
  void agent?.transport.send(update('running'));
  await pass(served, 5_000);
  expect(socket.end).toBeUndefined();
  void agent?.transport.send(update('idle'));
  await pass(served, 100);
  expect(socket.end).toMatchObject({ code: 1001 });
});

test('[W52] a restart is told by its own code', async () => {
  const { served, socket, stream } = await twoClients();
  const done = isDone(served.server.drain({ grace: 1_000, reason: 'restart' }));
  await pass(served, 100);
  expect([socket.end, stream.end_, done()]).toEqual([{ code: 1012, reason: 'The server restarts.' }, 'ended', true]);
});

test('[W52] a draining server takes no new connections, and says so at /ready first', async () => {
  const { served, socket } = await twoClients();
  expect((await served.handle({ target: '/ready' })).status).toBe(200);
  socket.client.send(JSON.stringify(prompt(1)));
  const accepted = await served.upgrade();
  await served.settle();
  void served.server.drain({ grace: 1_000 });
  expect(await served.handle({ target: '/ready' })).toEqual({
    status: 503,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
    body: 'The server is shutting down.\n',
  });
  expect((await served.handle({ target: '/health' })).status).toBe(200);
  expect(await served.handle({ method: 'POST', body: initialize })).toEqual({
    status: 503,
    headers: { 'content-type': 'application/json', 'retry-after': '5' },
    body: '{"jsonrpc":"2.0","id":0,"error":{"code":-32603,"message":"The server is shutting down."}}',
  });
  expect(await served.upgrade()).toMatchObject({ answer: { status: 503, headers: { 'retry-after': '5' } } });
  const { client, server } = socketPair();
  if (accepted.accepted) accepted.open(server);
  deliver(client, server);
  expect(server.closedWith).toEqual({ code: 1001, reason: 'The server is shutting down.' });
  await served.close();
});

test('[RE52] a client that is away may come back while the server drains', async () => {
  const served = new Served();
  const first = await served.open({ target: '/acp?counted=1' });
  first.client.send(JSON.stringify(initialize));
  first.client.send(JSON.stringify(prompt(1)));
  await served.settle();
  first.client.terminate();
  await served.settle();
  const done = isDone(served.server.drain({ grace: 30_000 }));
  void served.connections[0]?.transport.send(answer(1));
  const protocol = `acp, acp.resume.${first.headers['acp-connection-id']}.1`;
  const again = await served.open({ headers: { 'sec-websocket-protocol': protocol } });
  await pass(served, 100);
  expect(again.messages.at(-1)).toEqual(JSON.parse(answer(1)));
  expect([again.end, done()]).toEqual([{ code: 1001, reason: 'The server is shutting down.' }, true]);
});

test('[RE52] close ends everything at once, also a server that drains', async () => {
  const { served, socket, stream } = await twoClients();
  socket.client.send(JSON.stringify(prompt(1)));
  await served.settle();
  const drained = isDone(served.server.drain({ grace: 30_000 }));
  await pass(served, 100);
  const closed = isDone(served.server.close());
  await served.settle();
  expect([socket.end, stream.end_]).toEqual([{ code: 1001, reason: 'The server is shutting down.' }, 'ended']);
  expect([drained(), closed(), served.clock.waiting]).toEqual([true, true, 0]);
});

test('[RE52] a client that does not do its part is cut after the closing time', async () => {
  const { served, socket } = await twoClients();
  socket.client.cut();
  const closed = isDone(served.server.close());
  await pass(served, 4_950);
  expect(closed()).toBe(false);
  await pass(served, 50);
  expect([closed(), served.server.connections, served.clock.waiting]).toEqual([true, [], 0]);
});

test('[RE52] a slow line gets the closing time and no more', async () => {
  const { served, socket } = await twoClients();
  socket.client.cut();
  const { peer } = socket.client;
  Object.assign(peer ?? {}, { bufferedAmount: 10_000 });
  const closed = isDone(served.server.close());
  for (const unsent of [9_000, 8_000, 7_000, 6_000, 5_000]) {
    Object.assign(peer ?? {}, { bufferedAmount: unsent });
    expect([closed(), peer?.isTerminated]).toEqual([false, false]);
    await pass(served, 1_000);
  }
  expect([closed(), peer?.isTerminated, served.clock.waiting]).toEqual([true, true, 0]);
});

test('[RE52] draining an unused server ends at once; draining again changes nothing', async () => {
  const served = new Served();
  const first = served.server.drain({ grace: 30_000 });
  expect(served.server.drain({ grace: 1 })).toBe(first);
  await first;
  await served.server.close();
  expect(served.clock.waiting).toBe(0);
});

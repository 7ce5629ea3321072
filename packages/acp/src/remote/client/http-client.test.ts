import { expect, test } from 'vitest';
import { request, result } from '../test-support/http-connected.ts';
import { settle } from '../test-support/http-fakes.ts';
import { HttpWorld } from '../test-support/http-world.ts';
import { reading } from '../test-support/socket-world.ts';

const text = (message: object) => JSON.stringify(message);
const note = (method: string, params: object = {}) => text({ jsonrpc: '2.0', method, params });

/** Makes a server of the world one of today, which numbers nothing. */
const uncounted = {
  answer: (_: unknown, answer: { headers: Readonly<Record<string, string>> }) => {
    const { 'acp-counted': _counted, ...headers } = answer.headers;
    return { ...answer, headers } as never;
  },
};

const sessionOf = ({ headers }: { headers: Readonly<Record<string, string>> }) => headers['acp-session-id'];

test('[RE33] [W6] a conversation: streams are opened for what answers name, and answers name the session of their question', async () => {
  const world = new HttpWorld({ client: { token: 'T', headers: { 'x-own': 'yes' } } });
  await world.initialize();
  const [client, agent] = [reading(world.client), reading(world.server)];
  void world.client.send(text(request(1, 'session/new')));
  await settle();
  void world.server.send(result(1, { sessionId: 's' }));
  await settle();
  void world.client.send(text(request(2, 'session/prompt', { sessionId: 's' })));
  void world.server.send(text(request(0, 'session/request_permission', { sessionId: 's' })));
  await settle();
  void world.client.send(result(0));
  void world.client.send(text(request(3, 'session/load', { sessionId: 'other' })));
  await settle();
  void world.server.send(result(2));
  void world.server.send(result(3));
  await settle();
  expect(agent.frames.slice(1)).toEqual([
    text(request(1, 'session/new')),
    text(request(2, 'session/prompt', { sessionId: 's' })),
    result(0),
    text(request(3, 'session/load', { sessionId: 'other' })),
  ]);
  expect(client.frames.slice(1)).toEqual([
    result(1, { sessionId: 's' }),
    text(request(0, 'session/request_permission', { sessionId: 's' })),
    result(2),
    result(3),
  ]);
  await world.client.close();
  expect(world.network.exchanges.map((each) => [each.method, sessionOf(each), each.status])).toEqual([
    ['POST', undefined, 200],
    ['GET', undefined, 200],
    ['POST', undefined, 202],
    ['GET', 's', 200],
    ['POST', 's', 202],
    ['POST', 's', 202],
    ['GET', 'other', 200],
    ['POST', 'other', 202],
    ['DELETE', undefined, 202],
  ]);
  const own = world.network.exchanges.every(
    ({ headers }) => headers['x-own'] === 'yes' && headers['authorization'] === 'Bearer T',
  );
  expect([own, await client.end, world.ends.get('connection-1'), world.clock.waiting]).toEqual([
    true,
    'end',
    'left',
    0,
  ]);
  expect(world.states.map(({ type }) => type)).toEqual(['connecting', 'open', 'closed']);
});

test('headers of the caller are sent as they are, and the token of each request is asked for', async () => {
  let asked = 0;
  const own = new HttpWorld({ client: { headers: { authorization: 'Own' } } });
  const turning = new HttpWorld({ client: { token: async () => `T${++asked}` } });
  for (const world of [own, turning]) {
    await world.initialize();
    await world.client.close();
  }
  const sent = (world: HttpWorld) => world.network.exchanges.map(({ headers }) => headers['authorization']);
  expect([sent(own), sent(turning)]).toEqual([
    ['Own', 'Own', 'Own'],
    ['Bearer T1', 'Bearer T2', 'Bearer T3'],
  ]);
});

test('[W17] cookies of the server are returned within the connection', async () => {
  const world = new HttpWorld({
    answer: (_, answer) => ({ ...answer, headers: { ...answer.headers, 'set-cookie': 'node=7; Path=/acp' } }),
  });
  await world.initialize();
  await world.client.close();
  expect(world.network.exchanges.map(({ headers }) => headers['cookie'])).toEqual([undefined, 'node=7', 'node=7']);
});

test('[RE32] [W18] POSTs to a server that does not number go out one after another, without a number', async () => {
  const world = new HttpWorld(uncounted);
  await world.initialize();
  const agent = reading(world.server);
  for (const name of ['a', 'b', 'c']) void world.client.send(note(name));
  expect(world.network.exchanges.filter(({ method }) => method === 'POST')).toHaveLength(2);
  await settle();
  expect(agent.frames.slice(1)).toEqual([note('a'), note('b'), note('c')]);
  const keys = world.network.exchanges.map(({ headers }) => [headers['idempotency-key'], headers['last-event-id']]);
  expect(new Set(keys.flat())).toEqual(new Set([undefined]));
  await world.client.close();
});

test('[RE32] [W19] up to four POSTs run at a time to a server that numbers', async () => {
  const world = new HttpWorld();
  await world.initialize();
  const agent = reading(world.server);
  const sent = Array.from({ length: 10 }, (_, at) => note(`n${at}`));
  for (const frame of sent) void world.client.send(frame);
  const running = () => world.network.exchanges.filter(({ method }) => method === 'POST').length - 1;
  expect(running()).toBe(4);
  await settle();
  expect(agent.frames.slice(1)).toEqual(sent);
  const keys = world.network.exchanges.flatMap(({ headers }) => headers['idempotency-key'] ?? []);
  expect(keys).toEqual(sent.map((_, at) => String(at + 1)));
  await world.client.close();
});

test('[RE32] a numbered POST without an answer is repeated after 45 seconds', async () => {
  const world = new HttpWorld({ limits: { highWater: 10 } });
  await world.initialize();
  const frames = world.server.frames[Symbol.asyncIterator]();
  await frames.next();
  void world.client.send(note('fill'));
  await settle();
  void world.client.send(text(request(1, 'held')));
  await world.pass(44_000, 1_000);
  const posts = () => world.network.exchanges.filter(({ headers }) => headers['idempotency-key'] === '2').length;
  expect(posts()).toBe(1);
  await world.pass(3_000, 1_000);
  expect(posts()).toBe(2);
  expect([(await frames.next()).value, (await frames.next()).value]).toEqual([
    [note('fill')],
    [text(request(1, 'held'))],
  ]);
  await world.client.close();
});

test('[W30] a sender waits from the high-water mark on', async () => {
  const world = new HttpWorld({ client: { highWater: 100 } });
  await world.initialize();
  reading(world.server);
  expect(world.client.send(note('a'))).toBeUndefined();
  await world.client.send(note('b', { text: 'x'.repeat(100) }));
  expect(world.client.send(note('c'))).toBeUndefined();
  await world.client.close();
});

test('[W30] a reader that does not read stops the agent', async () => {
  const world = new HttpWorld({ client: { highWater: 1_000 }, limits: { highWater: 1_000 } });
  await world.initialize();
  let isFree = false;
  let room: Promise<void> | undefined;
  for (let sent = 0; room === undefined && sent < 1_000; sent += 1) {
    room = world.server.send(note('x', { sent, text: 'x'.repeat(100) }));
    await settle();
  }
  void room?.then(() => {
    isFree = true;
  });
  await settle();
  expect(isFree).toBe(false);
  // A reader that does not read is not taken for a server that is silent.
  await world.pass(300_000, 15_000);
  expect(world.network.streams).toHaveLength(1);
  reading(world.client);
  await settle();
  expect(isFree).toBe(true);
  await world.client.close();
});

test.each([404, 410])('[RE34] a server that answers %i has forgotten the connection', async (status) => {
  let isGone = false;
  const world = new HttpWorld({ instead: () => (isGone ? { status, headers: {}, body: '' } : undefined) });
  await world.initialize();
  const client = reading(world.client);
  isGone = true;
  void world.client.send(note('a'));
  await settle();
  expect(await client.end).toMatchObject({ name: 'RemoteError', reason: 'forgotten', status });
  await expect(world.client.send(note('b'))).rejects.toMatchObject({ reason: 'forgotten' });
  expect(world.states.at(-1)).toEqual({ type: 'closed', reason: 'The server no longer knows the connection.' });
  world.connection.remove();
  expect(world.clock.waiting).toBe(0);
});

test.each([
  [400, ''],
  [400, '400 Bad Request'],
  [400, '<html><head><title>400 Bad Request</title></head></html>'],
  [408, ''],
  [502, ''],
  [503, ''],
  [504, ''],
])('[RE32] [W24] a numbered POST that was not read whole is repeated (%i %s)', async (status, body) => {
  let faults = 0;
  const world = new HttpWorld({
    instead: (asked) =>
      asked.header('idempotency-key') === '1' && faults++ < 2 ? { status, headers: {}, body } : undefined,
  });
  await world.initialize();
  const agent = reading(world.server);
  void world.client.send(note('a'));
  void world.client.send(note('b'));
  await world.pass(2_000);
  expect([agent.frames.slice(1), faults]).toEqual([[note('a'), note('b')], 3]);
  await world.client.close();
});

test('[RE34] a request that is refused fails alone, with the words of the server', async () => {
  const world = new HttpWorld({ limits: { maxFrameBytes: 200 } });
  await world.initialize();
  const [client, agent] = [reading(world.client), reading(world.server)];
  void world.client.send(text(request(1, 'big', { text: 'x'.repeat(200) })));
  void world.client.send(text(request('i'.repeat(1_100), 'long')));
  void world.client.send(note('small'));
  await settle();
  expect(agent.frames.slice(1)).toEqual([note('small')]);
  const errors = client.frames.slice(1).map((frame) => JSON.parse(String(frame)));
  expect(errors).toMatchObject([
    {
      id: 1,
      error: { code: -32603, message: 'The server refused a message (413): A message may have at most 200 bytes.' },
    },
    { error: { code: -32603 } },
  ]);
  await world.client.close();
});

test('[RE34] [W29] a server that is busy is asked again when it says', async () => {
  let isBusy = true;
  const world = new HttpWorld({
    instead: () => (isBusy ? { status: 503, headers: { 'retry-after': '20' }, body: 'Busy.' } : undefined),
  });
  void world.client.send(text(request(0, 'initialize')));
  await world.pass(19_000, 1_000);
  expect(world.network.exchanges).toHaveLength(1);
  isBusy = false;
  await world.pass(2_000);
  expect(world.network.exchanges).toHaveLength(2);
  expect(world.states[1]).toEqual({
    type: 'waiting',
    attempt: 1,
    delay: 20_000,
    cause: 'The server answered with status 503.',
  });
  world.client.abort?.();
  await settle();
});

test.each([
  [
    'refuses the token',
    401,
    'text/plain',
    'The token is wrong.\n',
    { reason: 'refused', status: 401, message: 'The server refused a message (401): The token is wrong.' },
  ],
  ['has no such path', 404, 'text/html', '<html>\nNot here', { reason: 'refused', status: 404 }],
  [
    'is a page',
    200,
    'text/html',
    '<html>',
    { reason: 'refused', message: 'The server did not answer as a server of agents does.' },
  ],
])('[RE34] the handshake with a server that %s fails at once', async (_, status, type, body, failure) => {
  const world = new HttpWorld({ instead: () => ({ status, headers: { 'content-type': type }, body }) });
  const client = reading(world.client);
  void world.client.send(text(request(0, 'initialize')));
  await settle();
  expect(await client.end).toMatchObject(failure);
  expect(world.clock.waiting).toBe(0);
});

test('[RE34] a handshake that does not reach the server fails at once', async () => {
  const world = new HttpWorld();
  world.network.fate = () => ({ losesRequest: true });
  const client = reading(world.client);
  void world.client.send(text(request(0, 'initialize')));
  await settle();
  expect(await client.end).toMatchObject({ reason: 'unreachable' });
});

test('[W5] after an agent has refused a handshake the next one makes a new connection', async () => {
  const world = new HttpWorld();
  const client = reading(world.client);
  const refusal = '{"jsonrpc":"2.0","id":0,"error":{"code":-32000,"message":"No."}}';
  void world.client.send(text(request(0, 'initialize')));
  await settle();
  void world.server.send(refusal);
  await settle();
  void world.client.send(text(request(1, 'initialize')));
  await settle();
  void world.server.send(result(1));
  await settle();
  expect(client.frames).toEqual([refusal, result(1)]);
  expect([...world.ends]).toEqual([['connection-1', 'refused']]);
  await world.client.close();
});

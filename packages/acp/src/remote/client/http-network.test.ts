import { expect, test } from 'vitest';
import { request, result, update } from '../test-support/http-connected.ts';
import { settle } from '../test-support/http-fakes.ts';
import { HttpWorld } from '../test-support/http-world.ts';
import { reading } from '../test-support/socket-world.ts';
import { answerText } from './http-request.ts';

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

test('[RE35] a server that does not number: the requests of a broken session fail, and it is opened again', async () => {
  const world = new HttpWorld(uncounted);
  await world.initialize();
  const client = reading(world.client);
  void world.client.send(text(request(1, 'session/prompt', { sessionId: 's' })));
  void world.client.send(text(request(2, 'session/list')));
  await settle();
  const stream = world.network.streams.find((each) => sessionOf(each) === 's');
  stream?.cut?.();
  await world.pass(3_000);
  void world.server.send(update('s', 'queued'));
  await settle();
  expect(client.frames.slice(1).map((frame) => JSON.parse(String(frame)))).toMatchObject([
    { id: 1, error: { code: -32603, message: 'A stream has ended, and this server cannot continue it.' } },
    { method: 'session/update' },
  ]);
  world.network.streams[0]?.cut?.();
  await settle();
  expect(await client.end).toMatchObject({
    reason: 'forgotten',
    message: 'A stream has ended, and this server cannot continue it.',
  });
  expect(world.clock.waiting).toBe(0);
});

test('[RE35] a message to a server that does not number is never sent twice', async () => {
  const world = new HttpWorld(uncounted);
  await world.initialize();
  const client = reading(world.client);
  world.network.fate = () => ({ losesAnswer: true });
  void world.client.send(note('a'));
  await settle();
  expect(await client.end).toMatchObject({ reason: 'forgotten' });
  expect(world.network.exchanges.filter(({ body }) => body === note('a'))).toHaveLength(1);
  world.clock.advance(60_000);
});

test('[RE33] a session whose stream is refused is posted to all the same, and asked for again', async () => {
  let isKnown = false;
  const world = new HttpWorld({
    answer: (asked, answer) =>
      asked.method === 'GET' && asked.header('acp-session-id') === 's' && !isKnown
        ? { status: 403, headers: {}, body: 'No such session.' }
        : answer,
  });
  await world.initialize();
  const [client, agent] = [reading(world.client), reading(world.server)];
  void world.client.send(text(request(1, 'session/load', { sessionId: 's' })));
  await settle();
  expect(agent.frames).toHaveLength(2);
  isKnown = true;
  await world.pass(1_000);
  void world.server.send(update('s', 'a'));
  await settle();
  expect(client.frames.slice(1)).toEqual([update('s', 'a')]);
  expect(world.states.map(({ type }) => type)).toEqual(['connecting', 'open']);
  await world.client.close();
});

test('[RE36] [W29] requests stay open while the network is down; the states tell, and pauses grow', async () => {
  const world = new HttpWorld({ random: () => 1 });
  await world.initialize();
  const client = reading(world.client);
  void world.client.send(text(request(1, 'session/list')));
  await settle();
  world.network.fate = () => ({ losesRequest: true });
  world.network.streams[0]?.cut?.();
  await world.pass(40_000, 250);
  world.network.fate = () => ({});
  void world.server.send(result(1));
  await world.pass(16_000);
  expect(client.frames.slice(1)).toEqual([result(1)]);
  const pauses = world.states.flatMap((state) => (state.type === 'waiting' ? [state.delay] : []));
  expect(pauses).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000]);
  expect(world.states.at(-1)).toEqual({ type: 'open', carrier: 'http', isResumed: true });
  await world.client.close();
});

test('[RE36] however many streams are lost, one sequence of states tells of it', async () => {
  let turn = 0;
  const random = () => {
    turn += 1;
    return turn % 2 === 0 ? 0.3 : 1;
  };
  const world = new HttpWorld({ random });
  await world.initialize();
  for (const [id, sessionId] of ['s', 't', 'u'].entries())
    void world.client.send(text(request(id + 1, 'session/load', { sessionId })));
  await settle();
  const cutAll = () => {
    for (const stream of world.network.streams) stream.cut?.();
  };
  world.network.fate = () => ({ losesRequest: true });
  cutAll();
  void world.client.send(note('a'));
  await world.pass(10_000, 50);
  const waiting = world.states.splice(0).slice(2);
  const count = waiting.length;
  expect(waiting.map((state) => state.type === 'waiting' && state.attempt)).toEqual(
    Array.from({ length: count }, (_, at) => at + 1),
  );
  // The streams are back before the message.
  world.network.fate = ({ method }) => ({ losesRequest: method === 'POST' });
  await world.pass(16_000, 50);
  world.network.fate = () => ({});
  await world.pass(16_000, 50);
  const rest = world.states.splice(0);
  expect(rest.map((state) => state.type === 'waiting' && state.attempt)).toEqual([
    ...rest.slice(1).map((_, at) => count + at + 1),
    false,
  ]);
  expect(rest.at(-1)).toEqual({ type: 'open', carrier: 'http', isResumed: true });
  await world.client.close();
  expect(world.states).toEqual([{ type: 'closed', reason: 'It was closed.' }]);
});

test('[RE80] [RE36] a handshake in place of another that a silent network swallows is made again', async () => {
  const world = new HttpWorld({ client: { wasReached: true } });
  world.network.fate = () => ({ isSwallowed: true });
  void world.client.send(text(request(0, 'initialize')));
  await world.pass(44_000, 1_000);
  expect(world.network.exchanges.length).toBe(1);
  await world.pass(46_500, 500);
  // An agent may take long to start, also after a loss.
  expect(world.network.exchanges.length).toBe(2);
  world.network.fate = () => ({});
  await world.pass(1_000, 500);
  void world.server.send(text({ jsonrpc: '2.0', id: 0, result: {} }));
  await settle();
  const cause = 'The server did not answer in time.';
  expect(world.states).toEqual([
    { type: 'connecting' },
    { type: 'waiting', attempt: 1, delay: 125, cause },
    { type: 'waiting', attempt: 2, delay: 250, cause },
    { type: 'open', carrier: 'http', isResumed: false },
  ]);
  await world.client.close();
});

test('[W29] a server that stays away is given up after its time, with the reason', async () => {
  const world = new HttpWorld({ client: { giveUpAfter: 30_000 } });
  await world.initialize();
  const client = reading(world.client);
  world.network.fate = () => ({ losesRequest: true });
  world.network.streams[0]?.cut?.();
  await world.pass(31_000);
  expect(await client.end).toMatchObject({
    reason: 'unreachable',
    message: 'The server could not be reached again. fetch failed: the request was lost',
  });
});

test('[RE36] [W23] [W33] a stream without a sign of life is opened again where it was', async () => {
  const world = new HttpWorld();
  await world.initialize();
  const client = reading(world.client);
  world.network.fate = ({ method }) => (method === 'GET' ? { isSilent: true } : {});
  world.network.streams[0]?.cut?.();
  await world.pass(1_000);
  world.network.streams[1]?.cut?.();
  void world.server.send(note('lost on the way'));
  await world.pass(43_000, 1_000);
  expect([world.network.streams.length, client.frames.length]).toEqual([2, 1]);
  await world.pass(5_000, 1_000);
  expect([world.network.streams.length, client.frames.slice(1)]).toEqual([3, [note('lost on the way')]]);
  expect(world.network.streams[2]?.headers['last-event-id']).toBe('0');
  world.connection.remove();
  await world.pass(60_000, 5_000);
});

test('[RE36] after a loss an answer is waited for 10 s, for then the next attempt may get through', async () => {
  let isDeaf = false;
  const world = new HttpWorld({
    random: () => 0,
    instead: () => (isDeaf ? (new Promise(() => {}) as never) : undefined),
  });
  await world.initialize();
  const agent = reading(world.server);
  const asked = (method: string) => world.network.exchanges.filter((each) => each.method === method).length;
  isDeaf = true;
  world.network.streams[0]?.cut?.();
  void world.client.send(note('a'));
  await world.pass(9_000, 1_000);
  expect([asked('GET'), asked('POST')]).toEqual([2, 2]);
  await world.pass(4_000, 1_000);
  expect([asked('GET'), asked('POST')]).toEqual([3, 2]);
  await world.pass(33_000, 1_000);
  const posts = asked('POST');
  isDeaf = false;
  await world.pass(11_000, 1_000);
  expect([posts, agent.frames.slice(1)]).toEqual([3, [note('a')]]);
  await world.client.close();
});

test('[RE36] what reaches the server first ends the pauses of the rest', async () => {
  const world = new HttpWorld({ random: () => 1 });
  await world.initialize();
  const agent = reading(world.server);
  world.network.fate = ({ method }) => (method === 'POST' ? { losesRequest: true } : {});
  void world.client.send(note('a'));
  await world.pass(20_000);
  world.network.fate = () => ({});
  world.network.streams[0]?.cut?.();
  await settle();
  await world.pass(250);
  expect(agent.frames.slice(1)).toEqual([note('a')]);
  await world.client.close();
});

test('[RE36] the page of a network is not taken for the server', async () => {
  let isCaptive = false;
  const page = { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Log in here' };
  const world = new HttpWorld({ instead: () => (isCaptive ? page : undefined) });
  await world.initialize();
  const [client, agent] = [reading(world.client), reading(world.server)];
  isCaptive = true;
  world.network.streams[0]?.cut?.();
  void world.client.send(note('a'));
  await world.pass(10_000);
  expect(agent.frames).toHaveLength(1);
  isCaptive = false;
  void world.server.send(note('b'));
  await world.pass(15_000);
  expect([agent.frames.slice(1), client.frames.slice(1)]).toEqual([[note('a')], [note('b')]]);
  await world.client.close();
});

test('closing while the server cannot be reached does not wait for it', async () => {
  const world = new HttpWorld();
  await world.initialize();
  world.network.fate = () => ({ losesRequest: true });
  void world.client.send(note('a'));
  await settle();
  await world.client.close();
  expect(world.states.at(-1)).toEqual({ type: 'closed', reason: 'It was closed.' });
  expect(world.clock.waiting).toBe(1);
  world.clock.advance(60_000);
});

test.each(['close', 'abort', 'signal'] as const)(
  '[RE19] %s before the server has answered ends at once',
  async (how) => {
    const controller = new AbortController();
    const world = new HttpWorld({
      client: { signal: controller.signal },
      instead: () => new Promise(() => {}) as never,
    });
    const client = reading(world.client);
    void world.client.send(text(request(0, 'initialize')));
    await settle();
    if (how === 'signal') controller.abort();
    else void world.client[how]?.();
    await world.client.close();
    await settle();
    expect([await client.end, world.states.at(-1)?.type, world.clock.waiting]).toEqual(['end', 'closed', 0]);
  },
);

test('[RE19] a close waits 5 s for what the server has not accepted', async () => {
  const world = new HttpWorld({
    answer: ({ method, header }, answer) =>
      method === 'POST' && header('acp-connection-id') ? (new Promise(() => {}) as never) : answer,
  });
  await world.initialize();
  void world.client.send(note('a'));
  await settle();
  const closing = world.client.close();
  await world.pass(4_999, 4_999);
  expect(world.states.at(-1)?.type).toBe('open');
  await world.pass(1);
  await closing;
  expect([world.states.at(-1)?.type, world.ends.get('connection-1'), world.clock.waiting]).toEqual([
    'closed',
    'left',
    0,
  ]);
});

test('the signal of the caller ends the connection', async () => {
  const controller = new AbortController();
  const world = new HttpWorld({ client: { signal: controller.signal } });
  await world.initialize();
  const client = reading(world.client);
  controller.abort();
  await settle();
  expect([await client.end, world.ends.get('connection-1'), world.clock.waiting]).toEqual(['end', 'left', 0]);
});

test('a session that was closed has no stream any more, and may have one again', async () => {
  const world = new HttpWorld();
  await world.initialize();
  const client = reading(world.client);
  void world.client.send(text(request(1, 'session/close', { sessionId: 's' })));
  await settle();
  void world.server.send(result(1));
  await world.pass(5_000);
  expect(world.network.streams).toHaveLength(2);
  void world.client.send(text(request(2, 'session/load', { sessionId: 's' })));
  await settle();
  void world.server.send(update('s', 'a'));
  void world.server.send(result(2));
  await settle();
  expect(client.frames.slice(1)).toEqual([result(1), update('s', 'a'), result(2)]);
  expect(world.network.streams.map(({ headers }) => headers['last-event-id'])).toEqual(['0', '0', '1']);
  await world.client.close();
});

test.each([false, true])(
  '[RE34] [W49] an answer without end is read up to the longest message (connected: %s)',
  async (isConnected) => {
    const long = { status: 202, headers: {}, body: 'x'.repeat(1_001) };
    let isHostile = !isConnected;
    const world = new HttpWorld({ client: { maxFrameBytes: 1_000 }, instead: () => (isHostile ? long : undefined) });
    const client = reading(world.client);
    if (isConnected) await world.initialize();
    isHostile = true;
    void world.client.send(text(request(0, 'initialize')));
    await settle();
    expect(await client.end).toMatchObject({
      reason: 'refused',
      message: 'The answer of the server is too long.',
    });
  },
);

test('[RE34] [W49] of an answer that is too long no more is read', async () => {
  let pulls = 0;
  const pull = (controller: ReadableStreamDefaultController) => {
    pulls += 1;
    controller.enqueue(new Uint8Array(100));
  };
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({ pull });
  await expect(answerText({ body }, 1_000)).rejects.toThrow('The answer of the server is too long.');
  await settle();
  expect(pulls).toBeLessThan(15);
  expect(await answerText(new Response('é'.repeat(1_000)), 1_000)).toBe('é'.repeat(1_000));
  expect(await answerText(new Response(null), 1_000)).toBe('');
});

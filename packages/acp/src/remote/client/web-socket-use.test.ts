import { afterEach, expect, test, vi } from 'vitest';
import { begun, cut, INITIALIZE, MESSAGE, opened, outcome } from '../test-support/begun-world.ts';
import { deliver } from '../test-support/socket-pair.ts';
import { reading, SocketWorld } from '../test-support/socket-world.ts';

afterEach(() => vi.unstubAllGlobals());

/** Knows how many listeners it has. */
class CountedTarget extends EventTarget {
  listeners = 0;

  override addEventListener(...listener: Parameters<EventTarget['addEventListener']>): void {
    this.listeners += 1;
    super.addEventListener(...listener);
    const { signal } = listener[2] as AddEventListenerOptions;
    signal?.addEventListener('abort', () => {
      this.listeners -= 1;
    });
  }
}

test('[RE17] in Node the token goes into a header; a function is asked for each attempt', async () => {
  let count = 0;
  const seen: unknown[] = [];
  const token = async () => `token-${++count}`;
  const world = new SocketWorld({
    client: { token, headers: { 'x-test': '1' } },
    onHeaders: (headers) => seen.push(headers),
  });
  await world.initialize();
  cut(world);
  await world.pass(250);
  expect(seen).toEqual([
    { 'x-test': '1', authorization: 'Bearer token-1' },
    { 'x-test': '1', authorization: 'Bearer token-2' },
  ]);
  expect(world.requests.map(({ url }) => url)).toEqual(['ws://host.example/acp?counted=1', 'ws://host.example/acp']);
  world.client.abort?.();
});

test('[RE17] a page buys a ticket for each of its sockets', async () => {
  const asked: unknown[] = [];
  const fetch = async (url: unknown, { method, headers }: RequestInit) => {
    asked.push([url, { method, headers }]);
    return Response.json({ ticket: `T/${asked.length}` });
  };
  const world = await begun({ kind: 'page', client: { token: 'sécret' }, fetch });
  cut(world);
  await world.pass(250);
  const ticket = [
    'http://host.example/acp/ticket',
    { method: 'POST', headers: { authorization: 'Bearer sécret' } },
  ] as const;
  expect(asked).toEqual([ticket, ticket]);
  expect(world.requests).toEqual([
    { url: 'ws://host.example/acp?counted=1&ticket=T%2F1', protocols: [] },
    { url: 'ws://host.example/acp?ticket=T%2F2', protocols: ['acp', 'acp.resume.connection-1.1'] },
  ]);
  world.client.abort?.();
});

test('[RE17] a page whose ticket is refused says so; a ticket desk that cannot be reached is a failed attempt', async () => {
  const refused = new SocketWorld({
    kind: 'page',
    client: { token: 'wrong' },
    fetch: async () => new Response('No.', { status: 401 }),
  });
  await refused.settle();
  expect(await outcome(refused.opened.promise)).toEqual({
    reason: 'refused',
    message: 'The server refused the socket (401): No.',
    status: 401,
  });
  const gone = new SocketWorld({
    kind: 'page',
    client: { token: 'x' },
    fetch: () => Promise.reject(new TypeError('fetch failed')),
  });
  await gone.settle();
  expect(await outcome(gone.opened.promise)).toMatchObject({ reason: 'unreachable' });
  expect(gone.requests).toEqual([]);
});

test('[RE17] a page whose token is no longer valid is told so when it comes back; a server with trouble of its own is tried again', async () => {
  const answers = [
    Response.json({ ticket: 'T' }),
    new Response('Too many.', { status: 429 }),
    new Response('The token has expired.\nMore.', { status: 401 }),
  ];
  const fetch = async () => answers.shift() ?? Promise.reject(new Error('Nobody is there.'));
  const world = await begun({ kind: 'page', client: { token: 'secret' }, fetch });
  const { end } = reading(world.client);
  cut(world);
  await world.pass(2_000);
  expect(await end).toMatchObject({
    reason: 'refused',
    status: 401,
    message: 'The server refused the socket (401): The token has expired.',
  });
  expect(world.states.slice(2)).toEqual([
    { type: 'waiting', attempt: 1, delay: 125, cause: 'The socket was closed (1006).' },
    { type: 'waiting', attempt: 2, delay: 250, cause: 'The server refused the socket (429): Too many.' },
    { type: 'closed', reason: 'The server refused the socket (401): The token has expired.' },
  ]);
  expect(world.requests.length).toBe(1);
});

test('[RE17] [W49] the answer with a ticket is read up to a limit, and its request ends with its attempt', async () => {
  const endless = new SocketWorld({
    kind: 'page',
    client: { token: 'x' },
    fetch: async () => new Response(`{"ticket":"${'T'.repeat(10_000)}"}`),
  });
  await endless.settle();
  expect(await outcome(endless.opened.promise)).toMatchObject({ message: 'The answer of the server is too long.' });
  const signals: (AbortSignal | null | undefined)[] = [];
  const silent = new SocketWorld({
    kind: 'page',
    client: { token: 'x' },
    fetch: (_, { signal }) => {
      signals.push(signal);
      return new Promise(() => {});
    },
  });
  await silent.settle();
  expect(signals.map((signal) => signal?.aborted)).toEqual([false]);
  await silent.pass(15_000, 1_000);
  expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
  silent.client.abort?.();
});

test('[RE18] a page that comes back does not wait for the end of a pause, and asks a socket that seems open', async () => {
  const page = new CountedTarget();
  const document = Object.assign(new CountedTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('document', document);
  const world = await begun({ kind: 'page' });
  world.network = 'down';
  cut(world);
  await world.pass(30_000, 1_000);
  world.network = 'up';
  const attempts = world.requests.length;
  page.dispatchEvent(new Event('online'));
  await world.settle();
  expect([world.requests.length, world.states.at(-1)]).toEqual([attempts + 1, { ...opened, isResumed: true }]);
  world.socket.client.cut();
  document.visibilityState = 'hidden';
  document.dispatchEvent(new Event('visibilitychange'));
  await world.pass(6_000, 1_000);
  expect(world.requests.length).toBe(attempts + 1);
  document.visibilityState = 'visible';
  document.dispatchEvent(new Event('visibilitychange'));
  await world.pass(5_000, 1_000);
  expect(world.states.at(-1)).toMatchObject({ type: 'waiting' });
  await world.pass(15_000, 1_000);
  expect(world.requests.length).toBe(attempts + 2);
  world.client.abort?.();
  expect([page.listeners, document.listeners]).toEqual([0, 0]);
});

test('[RE19] close sends what waits, tells the server, and waits 5 s for its part', async () => {
  const world = await begun();
  const atServer = reading(world.server);
  const atClient = reading(world.client);
  // A full socket takes no more, but has to before it is closed.
  world.socket.client.bufferedAmount = 1_000_000;
  void world.client.send(MESSAGE);
  expect(world.socket.client.sent).toEqual([INITIALIZE]);
  const closing = world.client.close();
  await expect(world.client.send('1')).rejects.toThrow('The connection is closed.');
  await world.settle();
  await closing;
  await world.client.close();
  expect([atServer.frames, await atServer.end, await atClient.end]).toEqual([[INITIALIZE, MESSAGE], 'end', 'end']);
  expect([...world.ends.values(), world.clock.waiting]).toEqual(['left', 0]);

  const silent = await begun();
  silent.socket.client.cut();
  const ending = silent.client.close();
  silent.clock.advance(4_999);
  expect(silent.socket.client.isTerminated).toBe(false);
  silent.clock.advance(1);
  await ending;
  expect(silent.socket.client.isTerminated).toBe(true);
});

test('[RE19] a close without an open socket waits for nothing', async () => {
  const early = new SocketWorld();
  early.network = 'silent';
  void early.client.send(INITIALIZE);
  await early.settle();
  await early.client.close();
  const idle = new SocketWorld();
  await idle.client.close();
  const away = await begun();
  away.network = 'down';
  cut(away);
  void away.client.send(MESSAGE);
  await away.client.close();
  const trying = await begun();
  trying.network = 'silent';
  cut(trying);
  await trying.pass(250);
  void trying.client.send(MESSAGE);
  await trying.client.close();
  for (const { client, clock } of [early, idle, away, trying]) {
    await client.close();
    expect(clock.waiting).toBeLessThanOrEqual(1);
  }
});

test('[RE19] an abort, and the signal of the caller, end everything at once', async () => {
  const world = await begun();
  const { end } = reading(world.client);
  const { client, server } = world.socket;
  world.client.abort?.();
  expect([await end, client.closedWith?.code, client.isTerminated]).toEqual(['end', 1000, true]);
  deliver(server);
  await world.client.close();
  const controller = new AbortController();
  const signalled = await begun({ client: { signal: controller.signal } });
  controller.abort();
  expect(signalled.states.at(-1)).toEqual({ type: 'closed', reason: 'It was closed.' });
  const aborted = new SocketWorld({ client: { signal: AbortSignal.abort() } });
  await aborted.settle();
  expect([aborted.requests, aborted.states]).toEqual([
    [],
    [{ type: 'connecting' }, { type: 'closed', reason: 'It was closed.' }],
  ]);
});

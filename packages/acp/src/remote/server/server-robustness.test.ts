import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counts } from '../../../../../test/support/counts.ts';
import { kindOf } from '../../jsonrpc/message.ts';
import { readerOf } from '../test-support/http-fakes.ts';
import { initialize, request, Served } from '../test-support/served.ts';

test('[W5] a refused handshake is answered 200 with an id that is good for DELETE only, and for 10 s', async () => {
  const served = new Served({
    onConnection: async ({ transport }) => {
      await transport.frames[Symbol.asyncIterator]().next();
      void transport.send('{"jsonrpc":"2.0","id":0,"error":{"code":-32022,"message":"no"}}');
    },
  });
  const refused = async () => {
    const answer = await served.handle({ method: 'POST', body: initialize });
    expect([answer.status, JSON.parse(answer.body ?? '').error]).toEqual([200, { code: -32022, message: 'no' }]);
    return { 'acp-connection-id': answer.headers['acp-connection-id'] };
  };
  const headers = await refused();
  const cancel = { jsonrpc: '2.0', method: 'session/cancel' };
  expect((await served.handle({ method: 'POST', headers, body: cancel })).status).toBe(404);
  expect((await served.handle({ headers: { ...headers, accept: 'text/event-stream' } })).status).toBe(404);
  expect((await served.handle({ method: 'DELETE', headers })).status).toBe(202);
  expect((await served.handle({ method: 'DELETE', headers })).status).toBe(404);
  const left = await refused();
  served.clock.advance(9_999);
  expect(served.server.connections.length).toBe(1);
  served.clock.advance(1);
  await served.settle();
  expect((await served.handle({ method: 'DELETE', headers: left })).status).toBe(404);
  expect([served.server.connections, served.clock.waiting]).toEqual([[], 0]);
});

test('[W27] a lost client ends nothing before its time, one that leaves ends its connection at once', async () => {
  const served = new Served();
  const ends: string[] = [];
  const begin = async () => {
    const { client } = await served.open({ target: '/acp?counted=1' });
    client.send(JSON.stringify(initialize));
    await served.settle();
    void served.connections.at(-1)?.closed.then((end) => ends.push(`socket ${end}`));
    return client;
  };
  (await begin()).terminate();
  const headers = { 'acp-connection-id': await served.connect() };
  void served.connections.at(-1)?.closed.then((end) => ends.push(`http ${end}`));
  readerOf(await served.handle({ headers: { ...headers, accept: 'text/event-stream' } })).cut();
  await served.settle();
  served.clock.advance(59_999);
  await served.settle();
  expect(ends).toEqual([]);
  (await begin()).close(1000);
  await served.settle();
  expect(ends).toEqual(['socket left']);
  expect((await served.handle({ method: 'DELETE', headers })).status).toBe(202);
  expect(ends).toEqual(['socket left', 'http left']);
  served.clock.advance(1);
  await served.settle();
  expect(ends).toEqual(['socket left', 'http left', 'socket lost']);
});

test('[W47] answers and notifications of a live connection are taken whatever the load', async () => {
  const served = new Served({ limits: { connections: 1, requests: 1 } });
  const headers = { 'acp-connection-id': await served.connect() };
  const post = async (message: object) =>
    (await served.handle({ method: 'POST', headers, body: { jsonrpc: '2.0', ...message } })).status;
  const prompt = (id: number) => post({ id, method: 'session/prompt', params: { sessionId: 's' } });
  expect([await prompt(1), await prompt(2)]).toEqual([202, 429]);
  const harmless = async () => [
    await post({ method: 'session/cancel', params: { sessionId: 's' } }),
    await post({ id: 99, result: {} }),
    await post({ id: null, error: { code: 1, message: 'x' } }),
  ];
  expect(await harmless()).toEqual([202, 202, 202]);
  void served.server.drain({ grace: 60_000 });
  expect(await harmless()).toEqual([202, 202, 202]);
  await served.close();
});

test('[W48] a body that does not come makes no connection and keeps nothing', async () => {
  const served = new Served();
  const never = new Promise<never>(() => {});
  const stalled = { ...request({ method: 'POST', body: initialize }), readBody: () => never };
  for (let count = 0; count < 300; count += 1) void served.server.handle(stalled);
  await served.settle();
  expect([served.connections, served.server.connections, served.clock.waiting]).toEqual([[], [], 0]);
  const cutOff = async () => ({ ok: false, problem: 'cut-off' }) as const;
  expect((await served.server.handle({ ...stalled, readBody: cutOff })).status).toBe(408);
  expect((await served.server.handle({ ...stalled, readBody: () => Promise.reject(new Error('reset')) })).status).toBe(
    500,
  );
  expect(served.server.connections).toEqual([]);
});

test('[RE55] the endpoint can be at another path, and the server says which paths are its own', async () => {
  const served = new Served({ path: '/agents/demo' });
  const paths = [
    '/agents/demo',
    '/agents/demo?counted=1',
    '/agents/demo/ticket',
    '/health',
    '/ready?x',
    '/acp',
    '/agents',
  ];
  expect(paths.map((path) => served.server.serves(path))).toEqual([true, true, true, true, true, false, false]);
  expect((await served.handle({ method: 'POST', target: '/agents/demo', body: initialize })).status).toBe(200);
  expect((await served.handle({ method: 'POST', body: initialize })).status).toBe(404);
  await served.close();
});

test.each(['', 'acp', '/acp/', '/a?b', '/a#b', '/a b', '//'])('[RE55] the path %j is refused at the start', (path) => {
  expect(() => new Served({ path })).toThrow(`"${path}" is not a path such as /acp.`);
});

test('[RE46] behind a trusted proxy the forwarded host must be ours too', async () => {
  const served = new Served({ trustedProxies: ['10.0.0.1'], hostNames: ['agent.example'] });
  const through = async (remoteAddress: string, forwardedHost: string) => {
    const headers = { 'x-forwarded-host': forwardedHost };
    return (await served.handle({ method: 'OPTIONS', headers, remoteAddress })).status;
  };
  expect(await through('10.0.0.1', 'agent.example')).toBe(204);
  expect(await through('10.0.0.1', 'evil.example')).toBe(421);
  expect(await through('10.0.0.2', 'evil.example')).toBe(204);
});

const messages = [
  initialize,
  { jsonrpc: '2.0', id: 1, method: 'session/new', params: {} },
  { jsonrpc: '2.0', id: 2, method: 'session/prompt', params: { sessionId: 's' } },
  { jsonrpc: '2.0', method: 'session/cancel', params: { sessionId: 's' } },
  { jsonrpc: '2.0', id: 3, result: {} },
  { jsonrpc: '2.0' },
  [],
  1,
].map((message) => JSON.stringify(message));
const body = fc.oneof(
  fc.constantFrom(...messages),
  fc.string(),
  fc.constantFrom(...messages).chain((text) => fc.nat({ max: text.length }).map((end) => text.slice(0, end))),
);
const headers = fc.record(
  {
    host: fc.constantFrom('localhost', 'evil.example', ''),
    origin: fc.constantFrom('https://app.example', 'null'),
    authorization: fc.constantFrom('Bearer t', 'Bearer x'),
    accept: fc.constantFrom('text/event-stream', '*/*'),
    upgrade: fc.constantFrom('websocket', 'h2c'),
    'content-type': fc.constantFrom('application/json', 'text/plain'),
    'acp-connection-id': fc.constantFrom('id-1', 'id-2', 'id-3', '', 'x'),
    'acp-session-id': fc.constantFrom('s', 't', ''),
    'last-event-id': fc.constantFrom('0', '1', '-1', 'x', '9'.repeat(30)),
    'idempotency-key': fc.constantFrom('1', '2', '300', 'x'),
    'sec-websocket-protocol': fc.oneof(
      fc.constantFrom('acp', 'acp, acp.bearer.dA', 'acp.resume.id-1.0', 'acp.resume.id-2.1', 'acp.resume.x', ',,'),
      fc.string(),
    ),
  },
  { requiredKeys: ['host'] },
);
const step = fc.record({
  method: fc.constantFrom('POST', 'POST', 'GET', 'DELETE', 'OPTIONS', 'UPGRADE', 'UPGRADE', 'X', ''),
  target: fc.oneof(
    fc.constantFrom('/acp', '/acp', '/acp', '/acp?counted=1', '/acp?ticket=id-1', '/acp/ticket', '/ready', '/health'),
    fc.string(),
  ),
  headers,
  body,
  wait: fc.constantFrom(0, 0, 0, 10_000, 31_000),
});

test('[W49] whatever is sent is answered, and nothing but messages reaches an agent', async () => {
  const known = [101, 200, 202, 204, 400, 401, 403, 404, 405, 406, 409, 413, 415, 421, 429, 501, 503];
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), fc.boolean(), async (steps, isOpen) => {
      const served = new Served({
        ...(isOpen ? {} : { authenticate: 't' }),
        allowedOrigins: ['https://app.example'],
        limits: { connections: 3, requests: 2, sessions: 1, maxFrameBytes: 100 },
      });
      const answered: Promise<unknown>[] = [];
      for (const { wait, ...parts } of steps) {
        if (parts.method === 'UPGRADE') {
          const opened = served.open({ ...parts, method: 'GET' }).catch((error: Error) => error);
          answered.push(
            opened.then((socket) => {
              if (socket instanceof Error) return Number(/\d+/.exec(socket.message)?.[0]);
              socket.client.send(parts.body);
              return 101;
            }),
          );
        } else {
          answered.push(
            served.handle(parts).then((answer) => {
              if (answer.stream !== undefined) readerOf(answer);
              return answer.status;
            }),
          );
        }
        if (wait > 0) await served.settle();
        served.clock.advance(wait);
      }
      await served.settle();
      served.clock.advance(400_000);
      await served.settle();
      for (const status of await Promise.all(answered)) expect(known).toContain(status);
      await served.close();
      expect(served.received.filter((message) => ['invalid', 'batch'].includes(kindOf(message)))).toEqual([]);
      expect([served.server.connections, served.clock.waiting]).toEqual([[], 0]);
    }),
    { numRuns: counts({ short: 60, long: 3_000 }) },
  );
});

import { connect, type Transport } from '@emend/acp';
import { remote, serveHttp } from '@emend/acp/node';
import { type HttpRequest, RemoteServer } from '@emend/acp/remote';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { FaultProxy } from '../../soak/fault-proxy.ts';
import { counts } from '../support/counts.ts';
import { heldBytes } from '../support/garbage.ts';
import { cutNetwork } from './peers/cut-network.ts';
import { carriers } from './peers/official-clients.ts';
import { socketUrl } from './peers/official-server.ts';
import { ourAgent } from './peers/our-agent.ts';
import { PlainClient } from './peers/plain-http.ts';
import { ScaledClock } from './peers/scaled-clock.ts';

const isLong = counts({ short: 0, long: 1 }) === 1;
const portOf = (url: string) => Number(new URL(url).port);

/** An agent that only answers the handshake. */
async function onlyInitialize(transport: Transport): Promise<void> {
  for await (const frames of transport.frames) {
    if (frames.length > 0) void transport.send('{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1}}');
  }
}

const initialize = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: 1, clientCapabilities: {} },
};

test('[W33] a WebSocket whose peer is gone without a word is given up, and nothing of it is left', async () => {
  const ends: unknown[] = [];
  const clock = new ScaledClock();
  await using service = await serveHttp(ourAgent(), {
    clock,
    onEvent: (event) => void (event.type === 'ended' && ends.push(event.reason)),
  });
  await using proxy = await FaultProxy.start(portOf(service.url));
  const socket = new WebSocket(`ws://127.0.0.1:${proxy.port}/acp?counted=1`);
  socket.on('error', () => {});
  await new Promise((resolve) => socket.once('open', resolve));
  socket.send(JSON.stringify(initialize));
  await new Promise((resolve) => socket.once('message', resolve));
  expect(service.connections).toHaveLength(1);
  proxy.strike('stall');
  clock.hurry(500);
  await expect.poll(() => [service.connections.length, ends]).toEqual([0, ['lost']]);
  socket.terminate();
});

/** Opens the stream of a connection with plain fetch, says so, and reads on. */
const reader = `
  const [, url, token] = process.argv;
  const headers = { authorization: 'Bearer ' + token, 'content-type': 'application/json', accept: 'text/event-stream' };
  const body = ${JSON.stringify(JSON.stringify(initialize))};
  const hello = await fetch(url, { method: 'POST', headers, body });
  headers['acp-connection-id'] = hello.headers.get('acp-connection-id');
  const stream = await fetch(url, { headers });
  console.log(stream.status);
  for await (const chunk of stream.body);
`;

// The system takes a quarter of a minute to notice.
test.runIf(isLong)(
  '[W33] a reader of events that is gone without a word is noticed within a minute, and nothing of it is left',
  async () => {
    const network = cutNetwork();
    if (network === undefined) {
      process.stderr.write('The test of a pulled cable is skipped: this user may not make networks.\n');
      return;
    }
    const { host } = network;
    const token = 'x'.repeat(40);
    await using service = await serveHttp(ourAgent(), {
      ...{ host, hostNames: [host], insecure: true, authenticate: token },
      limits: { away: 1_000 },
    });
    const child = network.start(process.execPath, ['--input-type=module', '-e', reader, '--', service.url, token]);
    try {
      await new Promise((resolve) => child.stdout?.once('data', resolve));
      expect(service.connections).toHaveLength(1);
      network.pull();
      await expect.poll(() => service.connections.length, { interval: 500 }).toBe(0);
    } finally {
      child.kill('SIGKILL');
      network.remove();
    }
  },
);

test('[W35] a connection that nobody uses is gone after its time, with its agent', async () => {
  const ends: unknown[] = [];
  let agents = 0;
  const clock = new ScaledClock();
  await using service = await serveHttp(
    ({ transport, closed }) => {
      agents += 1;
      void closed.then(() => (agents -= 1));
      void onlyInitialize(transport);
    },
    { clock, onEvent: (event) => void (event.type === 'ended' && ends.push(event.reason)) },
  );
  const never = new PlainClient(service.url);
  await never.initialize();
  const once = new PlainClient(service.url);
  await once.initialize();
  const stream = await once.open();
  expect([service.connections.length, agents]).toEqual([2, 2]);
  clock.hurry(100);
  // The one that has no stream.
  await expect.poll(() => [service.connections.length, agents, ends]).toEqual([1, 1, ['unused']]);
  stream.stop();
  await expect.poll(() => [service.connections.length, agents, ends]).toEqual([0, 0, ['unused', 'lost']]);
  expect([(await never.post({ jsonrpc: '2.0', id: 1, method: 'x' })).status, (await once.open()).status]).toEqual([
    404, 404,
  ]);
});

test('[W36] connections that are made and left, in every way, leave nothing behind', async () => {
  const clock = new ScaledClock();
  const limits = { connections: 100_000, connectionsPerPrincipal: 100_000 };
  await using service = await serveHttp(ourAgent(), { clock, limits });
  const rounds = counts({ short: 3, long: 60 });
  const atOnce = counts({ short: 10, long: 30 });
  const leave = [
    async () => {
      const client = await connect(remote(socketUrl(service.url)));
      await client.newSession({ cwd: process.cwd() });
      await client.close();
    },
    async () => {
      const client = await connect(remote(service.url));
      await client.newSession({ cwd: process.cwd() });
      await client.close();
    },
    async () => {
      const socket = new WebSocket(socketUrl(service.url));
      await new Promise((resolve, reject) => socket.once('open', resolve).on('error', reject));
      socket.terminate();
    },
    async () => void (await new PlainClient(service.url).initialize()),
  ];
  /** Lets the time pass after which those that say nothing are gone, and only then: nobody else may be too slow for it. */
  async function allLeft(): Promise<void> {
    clock.hurry(1_000);
    await expect.poll(() => service.connections.length).toBe(0);
    clock.hurry(1);
  }
  const used: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await Promise.all(Array.from({ length: atOnce }, (_, at) => leave[at % leave.length]?.()));
    if (round % 20 !== 19) continue;
    await allLeft();
    used.push(await heldBytes());
  }
  await allLeft();
  const { server } = service;
  const open = () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));
  // Connections of `fetch` are kept open for later.
  await expect.poll(open).toBeLessThanOrEqual(atOnce);
  // The first rounds fill caches; afterwards nothing grows with the number of connections.
  const [first = 0] = used.slice(1);
  const last = used.at(-1) ?? 0;
  expect(last - first).toBeLessThan(10_000_000);
});

test('[W36] a hundred thousand connections, made and deleted or left, leave no memory behind', async () => {
  let waiting: (() => void)[] = [];
  const server = new RemoteServer({
    // Nobody is waited for.
    clock: {
      now: () => 0,
      after(_, wake) {
        waiting.push(wake);
        return () => {};
      },
    },
    limits: { connections: 1_000_000, connectionsPerPrincipal: 1_000_000 },
    onConnection: ({ transport }) => void onlyInitialize(transport),
  });
  const request = (method: string, id?: string): HttpRequest => {
    const headers: Record<string, string> = { host: '127.0.0.1', 'content-type': 'application/json' };
    if (id !== undefined) headers['acp-connection-id'] = id;
    return {
      method,
      target: '/acp',
      header: (name) => headers[name],
      readBody: async () => ({ ok: true, text: JSON.stringify(initialize) }),
    };
  };
  const used: number[] = [];
  const every = counts({ short: 1, long: 10 });
  for (let round = 0; round < counts({ short: 4, long: 60 }); round += 1) {
    for (let each = 0; each < 500; each += 1) {
      const { status, headers } = await server.handle(request('POST'));
      expect(status).toBe(200);
      if (each % 2 === 0) await server.handle(request('DELETE', headers['acp-connection-id']));
    }
    const left = waiting;
    waiting = [];
    for (const wake of left) wake();
    await expect.poll(() => server.connections.length).toBe(0);
    if (round % every === 0) used.push(await heldBytes());
  }
  await server.close();
  expect((used.at(-1) ?? 0) - (used[1] ?? 0)).toBeLessThan(10_000_000);
});

test.each(carriers)(
  '[W34] an idle connection is shown to be alive, also to whatever is between, over %s',
  async (carrier) => {
    await using service = await serveHttp(ourAgent(), { limits: { keepAlive: 20 } });
    await using proxy = await FaultProxy.start(portOf(service.url));
    const client = await connect(remote(`${carrier === 'http' ? 'http' : 'ws'}://127.0.0.1:${proxy.port}/acp`));
    await client.newSession({ cwd: process.cwd() });
    const before = proxy.counts.bytes.down;
    await expect.poll(() => proxy.counts.bytes.down).toBeGreaterThan(before + 20);
    await client.close();
  },
);

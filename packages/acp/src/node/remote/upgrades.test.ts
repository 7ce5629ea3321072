import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import net from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import type { HttpRequest, UpgradeAnswer } from '../../remote/server/http-exchange.ts';
import { refusal } from '../../remote/server/refusal.ts';
import { defaultRemoteLimits } from '../../remote/wire/limits.ts';
import type { Socket, SocketListener } from '../../remote/wire/socket.ts';
import { testServer } from './test-support/served.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

type Happened = readonly [string, ...unknown[]];

/** Writes down what happens on a socket. */
function recorded(happened: Happened[]): SocketListener {
  return {
    message: (text) => happened.push(['message', text]),
    alive: () => {},
    drained: () => happened.push(['drained']),
    closed: (end) => happened.push(['closed', end]),
  };
}

/** A server that accepts every WebSocket. */
async function accepting(extra: Partial<Extract<UpgradeAnswer, { accepted: true }>> = {}) {
  const happened: Happened[] = [];
  const sockets: Socket[] = [];
  const requests: HttpRequest[] = [];
  const served = await testServer('h1', {
    async upgrade(request) {
      requests.push(request);
      return {
        accepted: true,
        headers: { 'acp-connection-id': 'c1' },
        protocol: undefined,
        maxFrameBytes: defaultRemoteLimits.maxFrameBytes,
        open(socket) {
          sockets.push(socket);
          socket.listen(recorded(happened));
        },
        ...extra,
      };
    },
  });
  return { served, happened, sockets, requests };
}

const key = 'dGhlIHNhbXBsZSBub25jZQ==';
const handshake = (path: string, lines: readonly string[] = []) =>
  [
    `GET ${path} HTTP/1.1`,
    'host: localhost',
    'connection: upgrade',
    'upgrade: websocket',
    `sec-websocket-key: ${key}`,
    'sec-websocket-version: 13',
    ...lines,
    '\r\n',
  ].join('\r\n');

test('[W4] an accepted WebSocket has the headers and the subprotocol that were chosen, and carries text both ways', async () => {
  const { served, happened, sockets, requests } = await accepting({ protocol: 'acp' });
  await using _ = served;
  const ws = new WebSocket(`ws://127.0.0.1:${served.port}/acp?counted=1`, ['acp', 'acp.resume.x.1']);
  const [[answer]] = await Promise.all([once(ws, 'upgrade') as Promise<[IncomingMessage]>, once(ws, 'open')]);
  expect([answer.headers['acp-connection-id'], ws.protocol, ws.extensions, requests[0]?.target]).toEqual([
    'c1',
    'acp',
    '',
    '/acp?counted=1',
  ]);
  ws.send('{"é":1}');
  ws.send(Buffer.from('binary'));
  await expect
    .poll(() => happened)
    .toEqual([
      ['message', '{"é":1}'],
      ['message', undefined],
    ]);
  const echo = once(ws, 'message');
  sockets[0]?.send('{"ü":2}');
  expect(String((await echo)[0])).toBe('{"ü":2}');
  ws.close(1000, 'bye');
  await expect.poll(() => happened.slice(2)).toEqual([['closed', { code: 1000, reason: 'bye' }]]);
});

test('[W32] what is sent in one turn of the event loop goes out in one write', async () => {
  const { served, sockets } = await accepting();
  await using _ = served;
  const ws = new WebSocket(`ws://127.0.0.1:${served.port}/acp`);
  await once(ws, 'open');
  const got: string[] = [];
  ws.on('message', (data) => got.push(String(data)));
  const internals = net.Socket.prototype as unknown as Record<'_write' | '_writev', () => void>;
  const writes = vi.spyOn(internals, '_writev');
  const single = vi.spyOn(internals, '_write');
  for (let n = 0; n < 50; n += 1) {
    sockets[0]?.send(`a${n}`);
    if (n % 10 === 9) await Promise.resolve();
  }
  await expect.poll(() => got.length).toBe(50);
  expect([writes.mock.calls.length, single.mock.calls.length]).toEqual([0, 1]);
  expect(got).toEqual(Array.from({ length: 50 }, (_, n) => `a${n}`));
  ws.terminate();
});

test('[RE75] a reader that stops is noticed, and when it goes on', async () => {
  const { served, sockets, happened } = await accepting();
  await using _ = served;
  const ws = new WebSocket(`ws://127.0.0.1:${served.port}/acp`);
  await once(ws, 'open');
  ws.pause();
  const text = 'x'.repeat(1024 * 1024);
  for (let n = 0; n < 32; n += 1) sockets[0]?.send(text);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect([sockets[0]?.bufferedAmount ?? 0, happened]).toEqual([expect.any(Number), []]);
  expect(sockets[0]?.bufferedAmount).toBeGreaterThan(1024 * 1024);
  ws.resume();
  await expect.poll(() => happened.length).toBeGreaterThan(0);
  expect([happened[0], sockets[0]?.bufferedAmount]).toEqual([['drained'], 0]);
  ws.terminate();
});

test('[RE75] reading can be stopped, and a ping is answered', async () => {
  const { served, sockets, happened } = await accepting();
  await using _ = served;
  const ws = new WebSocket(`ws://127.0.0.1:${served.port}/acp`);
  await once(ws, 'open');
  const pinged = once(ws, 'ping');
  sockets[0]?.ping?.();
  await pinged;
  sockets[0]?.pause?.();
  ws.send('held');
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(happened).toEqual([]);
  sockets[0]?.resume?.();
  await expect.poll(() => happened).toEqual([['message', 'held']]);
  const closed = once(ws, 'close');
  sockets[0]?.close(1001, 'The server ends.');
  expect([(await closed)[0], String((await closed)[1])]).toEqual([1001, 'The server ends.']);
});

test('[RE76] a refused WebSocket is answered like any request, and its connection closed', async () => {
  await using served = await testServer('h1', {
    upgrade: async () => ({ accepted: false, answer: refusal(401, 'No token.', { headers: { 'x-why': 'token' } }) }),
  });
  const raw = await served.raw();
  raw.socket.write(handshake('/acp'));
  await raw.closed;
  const text = raw.received();
  expect([text.split('\r\n')[0], text.includes('x-why: token\r\n'), text.split('\r\n\r\n')[1]]).toEqual([
    'HTTP/1.1 401 Unauthorized',
    true,
    'No token.\n',
  ]);
});

test.each([
  ['another upgrade', 'upgrade: websocket', 'upgrade: h2c', '400 Bad Request'],
  ['another method', 'GET /acp', 'POST /acp', '405 Method Not Allowed'],
  ['a malformed key', key, 'short', '400 Bad Request'],
  ['another version', 'version: 13', 'version: 12', '426 Upgrade Required'],
])('[RE76] a handshake with %s is refused before a connection is made', async (_, good, bad, status) => {
  const { served, requests } = await accepting();
  await using _served = served;
  const raw = await served.raw();
  raw.socket.write(handshake('/acp').replace(good, bad));
  await raw.closed;
  expect([raw.received().split('\r\n')[0], requests]).toEqual([`HTTP/1.1 ${status}`, []]);
});

test('[RE76] a client that leaves during the handshake, or offers nonsense, ends the connection that was made for it', async () => {
  const { served, happened, requests } = await accepting();
  await using _ = served;
  const raw = await served.raw();
  raw.socket.write(handshake('/acp', ['sec-websocket-protocol: ,,']));
  await raw.closed;
  await expect
    .poll(() => happened)
    .toEqual([['closed', { code: 1006, reason: 'The client left during the handshake.' }]]);
  expect([requests.length, raw.received().split('\r\n')[0]]).toEqual([1, 'HTTP/1.1 400 Bad Request']);
});

test('[RE73] upgrades of other paths reach their own listener, or are plain requests if there is none', async () => {
  const { served } = await accepting();
  await using _ = served;
  const first = async () => {
    const raw = await served.raw();
    raw.socket.write(handshake('/other'));
    await raw.closed;
    return raw.received().split('\r\n')[0];
  };
  expect(await first()).toBe('HTTP/1.1 404 Not Found');
  (served.server as net.Server).on('upgrade', (_request, socket) => socket.end('HTTP/1.1 418 Teapot\r\n\r\n'));
  expect(await first()).toBe('HTTP/1.1 418 Teapot');
});

test('[W49] random bytes on an open WebSocket close it, and nothing of them is a message', async () => {
  const { served, happened } = await accepting();
  await using _ = served;
  const attack = async (n: number) => {
    const raw = await served.raw();
    raw.socket.write(handshake('/acp'));
    await expect.poll(raw.received).toContain('101');
    raw.socket.write(Buffer.from(Array.from({ length: 500 }, (_, at) => (at * 7919 + n * 104_729) % 251)));
    raw.socket.end();
    await raw.closed;
  };
  await Promise.all(Array.from({ length: 20 }, (_, n) => attack(n)));
  await expect.poll(() => happened.length).toBe(20);
  expect(happened.every(([type]) => type === 'closed')).toBe(true);
});

test('[W49] [RE5] a reason that is too long is cut, and a connection that cannot be opened ends its socket only', async () => {
  const { served, sockets } = await accepting();
  await using _ = served;
  const ws = new WebSocket(`ws://127.0.0.1:${served.port}/acp`);
  await once(ws, 'open');
  const closed = once(ws, 'close');
  await expect.poll(() => sockets.length).toBe(1);
  sockets[0]?.close(1002, 'é'.repeat(200));
  expect((await closed).map(String)).toEqual(['1002', 'é'.repeat(61)]);
  const failing = await accepting({
    open() {
      throw new TypeError('broken');
    },
  });
  await using __ = failing.served;
  const other = new WebSocket(`ws://127.0.0.1:${failing.served.port}/acp`);
  other.on('error', () => {});
  expect((await once(other, 'close')).map(String)).toEqual(['1006', '']);
});

import { connect as dial } from 'node:net';
import { agent as officialAgent, RequestError } from '@agentclientprotocol/sdk';
import { type HttpService, serveHttp } from '@emend/acp/node';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { streamOver } from '../support/official-stream.ts';
import { carriers, officialStream, wholeV1Session } from './peers/official-clients.ts';
import { socketUrl } from './peers/official-server.ts';
import { officialV1Agent } from './peers/official-v1-agent.ts';
import { type Message, PlainClient } from './peers/plain-http.ts';

const cwd = process.cwd();
const serveV1 = (options: Parameters<typeof serveHttp>[1] = {}): Promise<HttpService> => {
  const sessions = new Map();
  return serveHttp(({ transport }) => void officialV1Agent(sessions).connect(streamOver(transport)), options);
};
const prompt = (id: number, text: string, sessionId = 's1') => ({
  jsonrpc: '2.0',
  id,
  method: 'session/prompt',
  params: { sessionId, prompt: [{ type: 'text', text }] },
});
const newSession = { jsonrpc: '2.0', id: 1, method: 'session/new', params: { cwd, mcpServers: [] } };
const answers = (id: number) => (message: Message) => message['id'] === id && message['method'] === undefined;

test('[W3] initialize is answered in its POST, everything else is accepted without a body', async () => {
  await using service = await serveV1();
  const client = new PlainClient(service.url);
  const hello = await client.initialize();
  expect([hello.status, hello.headers.get('content-type'), await hello.json()]).toEqual([
    200,
    'application/json',
    { jsonrpc: '2.0', id: 0, result: expect.objectContaining({ protocolVersion: 1 }) },
  ]);
  expect(client.connectionId).toMatch(/^[\w-]{20,}$/);
  const accepted = await client.post(newSession);
  expect([accepted.status, accepted.headers.get('content-length'), await accepted.text()]).toEqual([202, '0', '']);
  expect((await client.remove()).status).toBe(202);
  expect((await client.post(newSession)).status).toBe(404);
});

test('[W5] an agent that refuses initialize: its error in a 200, and a connection that is good for DELETE only', async () => {
  const refusing = () =>
    officialAgent({ name: 'refusing' }).onRequest('initialize', () => {
      throw new RequestError(-32000, 'Authentication required', { a: 1 });
    });
  await using service = await serveHttp(({ transport }) => void refusing().connect(streamOver(transport)));
  const client = new PlainClient(service.url);
  const hello = await client.initialize();
  expect([hello.status, await hello.json()]).toEqual([
    200,
    { jsonrpc: '2.0', id: 0, error: { code: -32000, message: 'Authentication required', data: { a: 1 } } },
  ]);
  expect(client.connectionId).not.toBe('');
  expect((await client.post(newSession)).status).toBe(404);
  expect((await client.open()).status).toBe(404);
  expect((await client.remove()).status).toBe(202);
  expect((await client.remove()).status).toBe(404);
});

test('[W7] the stream of a session that nobody knows is opened; what is wrong is told by the answer', async () => {
  await using service = await serveV1();
  const client = new PlainClient(service.url);
  await client.initialize();
  const session = await client.open('nobody');
  expect([session.status, session.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  expect((await client.post(prompt(5, 'hello', 'nobody'), 'nobody')).status).toBe(202);
  expect(await session.wait(answers(5))).toEqual({
    jsonrpc: '2.0',
    id: 5,
    error: { code: -32002, message: 'Resource not found', data: { sessionId: 'nobody' } },
  });
  await client.remove();
});

test('[W8, W9] a load is answered behind its replay, on the stream of the session', async () => {
  await using service = await serveV1();
  const client = new PlainClient(service.url);
  await client.initialize();
  const connection = await client.open();
  await client.post(newSession);
  await connection.wait(answers(1));
  const session = await client.open('s1');
  await client.post(prompt(2, 'count 500'), 's1');
  await session.wait(answers(2));
  const before = session.messages.length;
  await client.post(
    { jsonrpc: '2.0', id: 3, method: 'session/load', params: { sessionId: 's1', cwd, mcpServers: [] } },
    's1',
  );
  await session.wait(answers(3));
  const replayed = session.messages.slice(before);
  expect(replayed).toHaveLength(502);
  expect(replayed.at(-1)).toEqual({ jsonrpc: '2.0', id: 3, result: {} });
  expect(connection.messages).toEqual([expect.objectContaining({ id: 1 })]);
  // Every event has a number, from 1 up.
  expect(session.ids).toEqual(session.messages.map((_, at) => String(at + 1)));
  await client.remove();
});

test.each(carriers)('[W28] a client of today gets no message of ours over %s', async (carrier) => {
  await using service = await serveV1();
  const seen: string[] = [];
  const { readable, writable } = officialStream(carrier, service.url);
  const watched = readable.pipeThrough(
    new TransformStream({
      transform(message, controller) {
        if ('method' in message) seen.push(message.method);
        controller.enqueue(message);
      },
    }),
  );
  await wholeV1Session({ readable: watched, writable });
  expect([...new Set(seen)].sort()).toEqual(['session/request_permission', 'session/update']);
});

test('[W28] a stream that is opened again without a position goes on with what no stream was given', async () => {
  await using service = await serveV1();
  const client = new PlainClient(service.url);
  await client.initialize();
  const connection = await client.open();
  await client.post(newSession);
  await connection.wait(answers(1));
  const first = await client.open('s1');
  await client.post(prompt(2, 'hello'), 's1');
  await first.wait(answers(2));
  first.stop();
  await first.ended;
  // It is not known when the server notices that the stream is gone.
  await expect.poll(() => service.connections.length).toBe(1);
  const second = await client.open('s1');
  await client.post(prompt(3, 'hello'), 's1');
  await second.wait(answers(3));
  expect(second.messages.map((message) => message['id'] ?? message['method'])).toEqual([
    'session/update',
    'session/update',
    3,
  ]);
  await client.remove();
});

test('[W28] a WebSocket that does not count gets no message and no header of ours', async () => {
  await using service = await serveV1();
  const socket = new WebSocket(socketUrl(service.url));
  const texts: string[] = [];
  let counted: unknown = 'not known';
  socket.on('upgrade', ({ headers }) => {
    counted = headers['acp-counted'];
  });
  socket.on('message', (data) => void texts.push(String(data)));
  await new Promise((resolve) => socket.once('open', resolve));
  socket.send(
    JSON.stringify({
      jsonrpc: '2.0',
      id: 0,
      method: 'initialize',
      params: { protocolVersion: 1, clientCapabilities: {} },
    }),
  );
  await expect.poll(() => texts.length).toBe(1);
  socket.send(JSON.stringify(newSession));
  await expect.poll(() => texts.length).toBe(2);
  socket.send(JSON.stringify(prompt(2, 'count 300')));
  await expect.poll(() => texts.length).toBe(303);
  expect([texts.filter((text) => text.includes('$/')), counted]).toEqual([[], undefined]);
  socket.close();
  await new Promise((resolve) => socket.once('close', resolve));
});

test('[W41] a page on a listed origin has what browsers ask for, on every answer that its client reads', async () => {
  const origin = 'https://app.example';
  await using service = await serveV1({ allowedOrigins: [origin] });
  const wanted = { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' };
  const corsOf = ({ headers }: { readonly headers: Headers }) =>
    Object.fromEntries(Object.keys(wanted).map((name) => [name, headers.get(name)]));
  const preflight = await fetch(service.url, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'acp-connection-id,acp-session-id,content-type',
    },
  });
  expect([preflight.status, corsOf(preflight)]).toEqual([204, wanted]);
  const allowed = (preflight.headers.get('access-control-allow-headers') ?? '').toLowerCase().split(/,\s*/);
  expect(allowed).toEqual(expect.arrayContaining(['acp-connection-id', 'acp-session-id', 'content-type']));
  const client = new PlainClient(service.url, { origin });
  const hello = await client.initialize();
  expect(corsOf(hello)).toEqual(wanted);
  expect(hello.headers.get('access-control-expose-headers')?.toLowerCase()).toContain('acp-connection-id');
  const stream = await client.open();
  expect(corsOf(stream)).toEqual(wanted);
  expect(corsOf(await client.post(newSession))).toEqual(wanted);
  expect(await stream.wait(answers(1))).toEqual({ jsonrpc: '2.0', id: 1, result: { sessionId: 's1' } });
  expect(corsOf(await client.remove())).toEqual(wanted);
  const foreign = new PlainClient(service.url, { origin: 'https://evil.example' });
  expect((await foreign.initialize()).status).toBe(403);
});

test.each([
  ['its headers', 'POST /acp HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-ty'],
  [
    'its body',
    'POST /acp HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{"json',
  ],
])('[W24] a request that ends in %s is not answered as if it were refused', async (_, half) => {
  await using service = await serveV1();
  const socket = dial({ host: '127.0.0.1', port: Number(new URL(service.url).port), allowHalfOpen: true });
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.end(half);
  await new Promise((resolve) => socket.once('close', resolve));
  expect(answer.split('\r\n')[0]).toMatch(/^(?:|HTTP\/1\.1 408 .*)$/);
});

test('[W39] only JSON is taken, so that no page can post without asking first', async () => {
  await using service = await serveV1();
  const client = new PlainClient(service.url);
  const types = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
  ];
  const statuses = types.map(
    async (type) => (await client.post(newSession, undefined, { 'content-type': type })).status,
  );
  expect(await Promise.all(statuses)).toEqual(types.map(() => 415));
  expect(service.connections).toEqual([]);
});

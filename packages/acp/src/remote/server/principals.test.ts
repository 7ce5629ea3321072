import { expect, test } from 'vitest';
import { initialize, type OpenSocket, Served, type TestRequest } from '../test-support/served.ts';

const authenticate = [
  { token: 'a-token', principal: 'ann' },
  { token: 'a-second', principal: 'ann' },
  { token: 'b-token', principal: 'bob' },
];
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Opens a WebSocket that counts, and begins. */
async function begun(served: Served, headers: Record<string, string>): Promise<OpenSocket & { readonly id: string }> {
  const socket = await served.open({ target: '/acp?counted=1', headers });
  socket.client.send(JSON.stringify(initialize));
  await served.settle();
  return { ...socket, id: socket.headers['acp-connection-id'] ?? '' };
}

const resume = (id: string, received: number | string) => ({
  'sec-websocket-protocol': `acp, acp.resume.${id}.${received}`,
});

async function upgradeStatus(served: Served, headers: Record<string, string>): Promise<number> {
  const answer = await served.upgrade({ headers });
  return answer.accepted ? 101 : answer.answer.status;
}

test('[W42] a connection of another principal answers as an unknown one', async () => {
  const served = new Served({ authenticate });
  const id = await served.connect(bearer('a-token'));
  const list = { jsonrpc: '2.0', id: 1, method: 'session/list', params: {} };
  const stream = { accept: 'text/event-stream' };
  const requests: TestRequest[] = [
    { method: 'POST', body: list },
    { method: 'POST', body: { jsonrpc: '2.0', method: 'session/cancel' } },
    { method: 'GET', headers: stream },
    { method: 'GET', headers: { ...stream, 'acp-session-id': 's' } },
    { method: 'DELETE' },
  ];
  for (const { headers = {}, ...parts } of requests) {
    const ask = (token: string, connection: string) =>
      served.handle({ ...parts, headers: { ...headers, ...bearer(token), 'acp-connection-id': connection } });
    const foreign = await ask('b-token', id);
    expect(foreign).toEqual(await ask('b-token', 'id-unknown'));
    expect(foreign.status).toBe(404);
  }
  expect(served.received).toEqual([initialize]);
  const own = { ...bearer('a-second'), 'acp-connection-id': id };
  expect((await served.handle({ method: 'POST', headers: own, body: list })).status).toBe(202);
  expect((await served.handle({ method: 'DELETE', headers: own })).status).toBe(202);
});

test('[W42] a WebSocket of another principal cannot be continued, and is not disturbed', async () => {
  const served = new Served({ authenticate });
  const { id, client, messages } = await begun(served, bearer('a-token'));
  expect(await upgradeStatus(served, { ...bearer('b-token'), ...resume(id, 1) })).toBe(404);
  expect(await upgradeStatus(served, { ...bearer('b-token'), ...resume('id-unknown', 1) })).toBe(404);
  client.send('{"jsonrpc":"2.0","id":5,"method":"x"}');
  await served.settle();
  expect(messages.at(-1)).toEqual({ jsonrpc: '2.0', id: 5, result: {} });
  await served.close();
});

test('[RE50] requests over HTTP do not find the connection of a WebSocket, nor the other way round', async () => {
  const served = new Served();
  const { id } = await begun(served, {});
  const headers = { 'acp-connection-id': id, accept: 'text/event-stream' };
  const statuses = await Promise.all(
    ['GET', 'DELETE', 'POST'].map(
      async (method) => (await served.handle({ method, headers, body: initialize })).status,
    ),
  );
  expect(statuses).toEqual([404, 404, 400]);
  const http = await served.connect();
  expect(await upgradeStatus(served, resume(http, 0))).toBe(404);
  expect(served.server.connections.map((connection) => connection.id)).toEqual([id, http]);
  await served.close();
});

test('[W26] a WebSocket goes on where it was left, for the same principal only', async () => {
  const served = new Served({ authenticate });
  const { id, client, headers } = await begun(served, bearer('a-token'));
  expect(headers).toEqual({ 'acp-connection-id': id, 'acp-counted': '1' });
  client.send('{"jsonrpc":"2.0","id":1,"method":"session/prompt","params":{}}');
  await served.settle();
  client.terminate();
  await served.settle();
  void served.connections[0]?.transport.send('{"jsonrpc":"2.0","id":1,"result":{}}');
  served.clock.advance(59_999);
  const again = await served.open({ headers: { ...bearer('a-second'), ...resume(id, 1) } });
  await served.settle();
  expect([again.headers, again.protocol]).toEqual([{ 'acp-connection-id': id }, 'acp']);
  expect(again.messages).toEqual([
    { jsonrpc: '2.0', method: '$/emend/resumed', params: { received: 2 } },
    { jsonrpc: '2.0', id: 1, result: {} },
  ]);
  expect(served.connections.length).toBe(1);
  await served.close();
});

test.each(['x', '', '-1', '1.x', '99999999999999999999'])(
  '[RE43] a position of %j is refused with 400',
  async (position) => {
    const served = new Served();
    const { id } = await begun(served, {});
    expect(await upgradeStatus(served, resume(id, position))).toBe(400);
    expect(served.server.connections.length).toBe(1);
    await served.close();
  },
);

test('[W25] a WebSocket that cannot go on is refused with 404, a page is told by the close code', async () => {
  const origin = 'https://app.example';
  const served = new Served({ allowedOrigins: [origin] });
  const { id, client } = await begun(served, {});
  client.terminate();
  await served.settle();
  expect(await upgradeStatus(served, resume(id, 7))).toBe(404);
  await served.settle();
  // Never a gap: the client has to begin anew, also from a position that could have been served.
  expect(await upgradeStatus(served, resume(id, 1))).toBe(404);
  expect(served.server.connections).toEqual([]);
  const page = await served.open({ headers: { origin, ...resume(id, 1) } });
  expect(page.protocol).toBe('acp');
  await served.settle();
  expect(page.end).toEqual({ code: 4404, reason: 'There is no such connection.' });
  expect(served.events.at(-1)).toEqual({
    type: 'refused',
    status: 404,
    reason: 'There is no such connection.',
    principal: 'anybody',
  });
  expect(served.clock.waiting).toBe(0);
});

test('[RE51] a socket that is turned away and does not close its side is cut', async () => {
  const origin = 'https://app.example';
  const served = new Served({ allowedOrigins: [origin] });
  const { client } = await served.open({ headers: { origin, ...resume('gone', 1) } });
  client.cut();
  served.clock.advance(5_000);
  expect(client.peer?.isTerminated).toBe(true);
  expect(served.clock.waiting).toBe(0);
});

test('[RE40] a token that has ended ends nothing that is open, but no request is taken any more', async () => {
  let isValid = true;
  const served = new Served({ authenticate: async (token) => (isValid && token === 'a' ? 'ann' : undefined) });
  const { id, client, messages } = await begun(served, bearer('a'));
  const http = await served.connect(bearer('a'));
  isValid = false;
  client.send('{"jsonrpc":"2.0","id":5,"method":"x"}');
  await served.settle();
  expect(messages.at(-1)).toEqual({ jsonrpc: '2.0', id: 5, result: {} });
  client.terminate();
  await served.settle();
  expect(await upgradeStatus(served, { ...bearer('a'), ...resume(id, 2) })).toBe(401);
  const headers = { ...bearer('a'), 'acp-connection-id': http };
  expect((await served.handle({ method: 'DELETE', headers })).status).toBe(401);
  isValid = true;
  expect(await upgradeStatus(served, { ...bearer('a'), ...resume(id, 2) })).toBe(101);
  await served.close();
});

test.each([
  [
    'throws',
    () => {
      throw new Error('down: secret');
    },
  ],
  ['rejects', () => Promise.reject(new Error('down: secret'))],
])('[RE40] a check that %s refuses the request and tells nothing', async (_, check) => {
  const served = new Served({ authenticate: check });
  const answer = await served.handle({ method: 'POST', headers: bearer('a'), body: initialize });
  expect([answer.status, answer.body]).toEqual([500, 'The check of the token has failed.\n']);
  expect(await upgradeStatus(served, bearer('a'))).toBe(500);
});

test('[W45] a ticket opens one WebSocket, in the name of its principal, for 30 seconds', async () => {
  const served = new Served({ authenticate });
  const ticketFor = async (token: string): Promise<string> => {
    const answer = await served.handle({ method: 'POST', target: '/acp/ticket', headers: bearer(token) });
    expect([answer.status, answer.headers]).toEqual([
      200,
      { 'content-type': 'application/json', 'cache-control': 'no-store' },
    ]);
    return JSON.parse(answer.body ?? '').ticket;
  };
  const open = async (ticket: string) => {
    const answer = await served.upgrade({ target: `/acp?ticket=${ticket}` });
    return answer.accepted ? 101 : answer.answer.status;
  };
  const first = await ticketFor('a-token');
  expect([await open(first), await open(first)]).toEqual([101, 401]);
  const late = await ticketFor('a-token');
  served.clock.advance(30_000);
  expect(await open(late)).toBe(401);
  const socket = await served.open({ target: `/acp?ticket=${await ticketFor('b-token')}` });
  socket.client.send(JSON.stringify(initialize));
  await served.settle();
  expect(served.connections.map((connection) => connection.principal)).toEqual(['bob']);
  const other = await ticketFor('a-token');
  const headers = resume(socket.headers['acp-connection-id'] ?? '', 0);
  expect(await served.upgrade({ target: `/acp?ticket=${other}`, headers })).toMatchObject({ answer: { status: 404 } });
  await served.close();
});

test('[W46] tickets beyond the limit are refused until one is used or has expired', async () => {
  const served = new Served();
  const ask = () => served.handle({ method: 'POST', target: '/acp/ticket' });
  for (let count = 0; count < 64; count += 1) expect((await ask()).status).toBe(200);
  expect(await ask()).toEqual({
    status: 429,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'retry-after': '30' },
    body: 'You have too many unused tickets.\n',
  });
  served.clock.advance(30_000);
  expect((await ask()).status).toBe(200);
});

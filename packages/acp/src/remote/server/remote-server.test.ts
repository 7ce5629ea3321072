import { expect, test } from 'vitest';
import { initialize, Served } from '../test-support/served.ts';

test('[W3] a connection is made, used and removed over HTTP', async () => {
  const served = new Served();
  const id = await served.connect();
  expect(id).toBe('id-1');
  const headers = { 'acp-connection-id': id };
  const list = { jsonrpc: '2.0', id: 1, method: 'session/list', params: {} };
  expect(await served.handle({ method: 'POST', headers, body: list })).toEqual({
    status: 202,
    headers: { 'content-length': '0' },
  });
  expect(served.server.connections).toEqual(served.connections);
  expect((await served.handle({ method: 'DELETE', headers })).status).toBe(202);
  expect(served.server.connections).toEqual([]);
  expect((await served.handle({ method: 'DELETE', headers })).status).toBe(404);
  expect(served.clock.waiting).toBe(0);
});

test('[W4] the answer to an upgrade has the id of the connection, and the agent is connected when the client speaks', async () => {
  const served = new Served();
  const socket = await served.open();
  expect(socket.headers).toEqual({ 'acp-connection-id': 'id-1' });
  await served.settle();
  expect(served.connections).toEqual([]);
  socket.client.send(JSON.stringify(initialize));
  await served.settle();
  expect(served.received).toEqual([initialize]);
  expect(socket.messages).toEqual([{ jsonrpc: '2.0', id: 0, result: {} }]);
  socket.client.close(1000);
  await served.settle();
  expect(served.server.connections).toEqual([]);
  expect(served.clock.waiting).toBe(0);
});

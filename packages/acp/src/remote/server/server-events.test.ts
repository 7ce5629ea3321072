import { expect, test } from 'vitest';
import { readerOf } from '../test-support/http-fakes.ts';
import { initialize, Served } from '../test-support/served.ts';

test('[W56] a connection over HTTP is made, lost, resumed and ended', async () => {
  const served = new Served({ authenticate: [{ token: 't', principal: 'ann' }], trustedProxies: ['10.0.0.1'] });
  const authorization = 'Bearer t';
  const from = { remoteAddress: '10.0.0.1' };
  const forwarded = { authorization, 'x-forwarded-for': '1.2.3.4' };
  const made = await served.handle({ ...from, method: 'POST', headers: forwarded, body: initialize });
  const headers = {
    authorization,
    'acp-connection-id': made.headers['acp-connection-id'],
    accept: 'text/event-stream',
  };
  const first = readerOf(await served.handle({ headers }));
  void served.connections[0]?.transport.send('{"jsonrpc":"2.0","method":"a"}');
  void served.connections[0]?.transport.send('{"jsonrpc":"2.0","method":"b"}');
  await served.settle();
  first.cut();
  readerOf(await served.handle({ headers: { ...headers, 'last-event-id': '1' } }));
  await served.handle({ method: 'DELETE', headers });
  await served.settle();
  const facts = { connection: 1, kind: 'http', principal: 'ann', address: '1.2.3.4' };
  expect(served.events).toEqual([
    { type: 'made', ...facts, connections: 1 },
    { type: 'lost', ...facts, reason: expect.any(String), canReturn: true },
    { type: 'resumed', ...facts, missed: 1 },
    { type: 'ended', ...facts, reason: 'left', received: 1, sent: 3, connections: 0 },
  ]);
});

test('[W56] a connection over WebSocket is made, lost, resumed and ended', async () => {
  const served = new Served();
  const { client, headers } = await served.open({ target: '/acp?counted=1', remoteAddress: '5.6.7.8' });
  client.receive(undefined);
  client.send(JSON.stringify(initialize));
  await served.settle();
  client.terminate();
  await served.settle();
  const protocol = `acp, acp.resume.${headers['acp-connection-id']}.0`;
  const again = await served.open({ headers: { 'sec-websocket-protocol': protocol } });
  again.client.peer?.receive(undefined);
  again.client.close(1000);
  await served.settle();
  const facts = { connection: 1, kind: 'websocket', principal: 'anybody', address: '5.6.7.8' };
  expect(served.events).toEqual([
    { type: 'made', ...facts, connections: 1 },
    { type: 'lost', ...facts, reason: expect.any(String), canReturn: true },
    { type: 'resumed', ...facts, missed: 1 },
    { type: 'dropped', ...facts, reason: 'A binary message was dropped.' },
    { type: 'ended', ...facts, reason: 'left', received: 1, sent: 1, connections: 0 },
  ]);
});

test('[RE53] what a client says when it closes a socket is not told to the operator', async () => {
  const served = new Served();
  const { client } = await served.open({ target: '/acp?counted=1' });
  client.send(JSON.stringify(initialize));
  await served.settle();
  client.close(4242, 'forged line of a log');
  await served.settle();
  expect(served.events.at(-1)).toMatchObject({ type: 'lost', reason: 'The socket was lost (4242).' });
  await served.close();
});

test('[RE53] a listener that throws changes nothing', async () => {
  const served = new Served({
    onEvent: () => {
      throw new Error('full disk');
    },
  });
  await served.connect();
  expect((await served.handle({ method: 'PUT' })).status).toBe(405);
  expect(await served.upgrade({ headers: { host: 'evil.example' } })).toMatchObject({ answer: { status: 421 } });
  await served.close();
});

test('[W44] neither token nor ticket, connection id or text of a message is in an event or in the text of a refusal', async () => {
  const token = 'SECRET-token';
  let ids = 0;
  const served = new Served({ authenticate: token, randomId: () => `SECRET-id-${++ids}`, limits: { connections: 2 } });
  const authorization = `Bearer ${token}`;
  const texts: unknown[] = [];
  const wrongly = { authorization: 'Bearer SECRET-wrong' };
  const secret = { jsonrpc: '2.0', id: 1, method: 'SECRET-method', params: { text: 'SECRET-text' } };
  const json = { authorization, 'content-type': 'application/json' };
  const ask = async (method: string, headers: Record<string, string>, body?: unknown, target = '/acp') => {
    const answer = await served.handle({ method, headers, body, target });
    if (answer.status >= 400) texts.push(answer.body);
    return answer;
  };
  await ask('POST', wrongly, secret);
  await ask('GET', wrongly, undefined, '/acp?token=SECRET-query&ticket=SECRET-ticket');
  await ask('POST', { authorization, 'acp-connection-id': 'SECRET-unknown' }, secret);
  await ask('POST', { authorization }, secret);
  await ask('POST', json, '{"SECRET');
  await ask('POST', json, '["SECRET"]');
  await ask('SECRET-verb', { authorization });
  await ask('GET', { authorization, host: 'SECRET.example' });
  await ask('GET', { authorization, origin: 'https://SECRET.example' });
  await ask('GET', { authorization }, undefined, '/SECRET-path');
  const id = (await ask('POST', { authorization }, { ...initialize, id: 'SECRET-request' })).headers[
    'acp-connection-id'
  ];
  await ask('POST', { authorization, 'acp-connection-id': `${id}`, 'acp-session-id': 'SECRET-session' }, secret);
  await ask('POST', { authorization, 'acp-connection-id': `${id}` }, initialize);
  const ticket = JSON.parse((await ask('POST', { authorization }, undefined, '/acp/ticket')).body ?? '').ticket;
  const socket = await served.open({ target: `/acp?ticket=${ticket}&counted=1` });
  await served.upgrade({ target: `/acp?ticket=${ticket}` });
  await ask('POST', { authorization }, { ...initialize, id: 7 });
  socket.client.send('SECRET is no initialize');
  await served.settle();
  for (const resume of ['SECRET.x', 'SECRET-id.1', `${socket.headers['acp-connection-id']}.99`]) {
    const headers = { authorization, 'sec-websocket-protocol': `acp, acp.resume.${resume}` };
    const answer = await served.upgrade({ headers });
    if (!answer.accepted) texts.push(answer.answer.body);
  }
  await served.close();
  expect(served.events.filter((event) => /SECRET/.test(JSON.stringify(event)))).toEqual([]);
  expect(texts.filter((text) => /SECRET/.test(String(text)))).toEqual([]);
  expect([served.events.length, texts.length]).toEqual([20, 15]);
});

test.each(['/health', '/ready'])('[W51] %s needs no token and tells no more than that it is so', async (target) => {
  const served = new Served({ authenticate: 'secret', allowedOrigins: ['https://app.example'] });
  const ok = {
    status: 200,
    headers: { 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' },
    body: 'ok',
  };
  expect(await served.handle({ target })).toEqual(ok);
  expect(await served.handle({ target, headers: { host: '10.1.1.1:4711' } })).toEqual(ok);
  expect((await served.handle({ target, method: 'HEAD' })).status).toBe(200);
  for (const origin of ['https://app.example', 'https://evil.example', 'null']) {
    expect((await served.handle({ target, headers: { origin } })).status).toBe(403);
  }
});

test('[W51] /ready says one reason why the server cannot be used', async () => {
  let reason: string | undefined | Promise<string | undefined> = 'The store is locked.';
  const served = new Served({ isReady: () => reason });
  const ready = async () => {
    const { status, body } = await served.handle({ target: '/ready' });
    return [status, body];
  };
  expect(await ready()).toEqual([503, 'The store is locked.\n']);
  reason = Promise.resolve(undefined);
  expect(await ready()).toEqual([200, 'ok']);
  reason = Promise.reject(new Error('secret path'));
  expect(await ready()).toEqual([503, 'The check of the server has failed.\n']);
  expect((await served.handle({ target: '/health' })).status).toBe(200);
});

test('[RE54] an agent that cannot be started is an error of the handshake, over HTTP and WebSocket', async () => {
  const served = new Served({
    onConnection: () => {
      throw new Error('spawn ENOENT secret');
    },
  });
  const error = { code: -32603, message: 'The agent could not be started.' };
  const answer = await served.handle({ method: 'POST', body: initialize });
  expect([answer.status, JSON.parse(answer.body ?? '')]).toEqual([500, { jsonrpc: '2.0', id: 0, error }]);
  const socket = await served.open();
  socket.client.send(JSON.stringify({ ...initialize, id: 'x' }));
  await served.settle();
  expect(socket.messages).toEqual([{ jsonrpc: '2.0', id: 'x', error }]);
  expect(socket.end).toMatchObject({ code: 1000 });
  expect([served.server.connections, served.clock.waiting]).toEqual([[], 0]);
});

test('[W56] a connection that cannot go on over another socket is not said to wait for its client', async () => {
  const served = new Served();
  const { client } = await served.open({});
  client.send(JSON.stringify(initialize));
  await served.settle();
  client.terminate();
  await served.settle();
  expect(served.events.slice(1)).toMatchObject([
    { type: 'lost', canReturn: false },
    { type: 'ended', reason: 'lost' },
  ]);
});

import { expect, test } from 'vitest';
import { ConnectedHttp, connectedHttp, INITIALIZED, request, result, update } from '../test-support/http-connected.ts';
import { fakeGet, fakePost, settle } from '../test-support/http-fakes.ts';

test('[W3] initialize is answered 200 with the id of the connection, everything else 202 without a body', async () => {
  const { http, answer } = await connectedHttp();
  expect(answer).toEqual({
    status: 200,
    headers: { 'content-type': 'application/json', 'acp-connection-id': 'c1', 'acp-counted': '1' },
    body: INITIALIZED,
  });
  const posted = await http.connection.post(fakePost(request(1, 'session/new')));
  expect(posted).toEqual({ status: 202, headers: { 'content-length': '0' } });
  await http.connection.end('closed');
  expect([http.ended, http.clock.waiting]).toEqual(['closed', 0]);
});

test('[W5] the error of an agent to initialize goes to the client, and the id is known for ten seconds, to DELETE only', async () => {
  const refused = '{"jsonrpc":"2.0","id":0,"error":{"code":-32000,"message":"No."}}';
  const begin = async () => {
    const http = new ConnectedHttp();
    const answering = http.initialize();
    await settle();
    void http.send(refused);
    expect(await answering).toMatchObject({ status: 200, headers: { 'acp-connection-id': 'c1' }, body: refused });
    return http;
  };
  const left = await begin();
  expect(await left.post(request(1, 'session/new'))).toBe(404);
  expect(left.connection.openStream(fakeGet()).status).toBe(404);
  expect([left.connection.remove().status, left.connection.remove().status]).toEqual([202, 404]);
  const forgotten = await begin();
  forgotten.clock.advance(9_999);
  await settle();
  expect(forgotten.ended).toBeUndefined();
  forgotten.clock.advance(1);
  await settle();
  expect([forgotten.ended, forgotten.clock.waiting, left.ended]).toEqual(['refused', 0, 'refused']);
});

test('[W50] an agent that ends without an answer to initialize: 500 with the id of the request', async () => {
  const http = new ConnectedHttp();
  const answering = http.initialize();
  await http.connection.transport.close();
  expect(await answering).toMatchObject({
    status: 500,
    body: '{"jsonrpc":"2.0","id":0,"error":{"code":-32603,"message":"The agent did not answer the handshake."}}',
  });
});

test('[W35] an agent that never answers initialize does not keep the connection for ever', async () => {
  const http = new ConnectedHttp();
  const answering = http.initialize();
  await settle();
  http.clock.advance(300_000);
  expect((await answering).status).toBe(500);
  expect([http.ended, http.clock.waiting]).toEqual(['unused', 0]);
});

test('[W35] [W46] a connection that no stream is opened for is gone after its time', async () => {
  const { http } = await connectedHttp({ handshake: 30_000 });
  http.clock.advance(29_999);
  await settle();
  expect(http.ended).toBeUndefined();
  http.clock.advance(1);
  await settle();
  expect([http.ended, await http.post(request(1, 'session/new'))]).toEqual(['unused', 404]);
});

test('[W26] [W27] [W35] [W46] a connection outlives its last stream for the time that a client may be away', async () => {
  const { http } = await connectedHttp({ away: 60_000 });
  const agent = http.connection.transport.frames[Symbol.asyncIterator]();
  await agent.next();
  const end = agent.next();
  const first = http.read();
  first.cut();
  http.clock.advance(59_999);
  void http.send(update('s', 'meanwhile'));
  const second = http.read('s', '0');
  expect(second.events).toEqual([['1', update('s', 'meanwhile')]]);
  http.clock.advance(120_000);
  second.cut();
  http.clock.advance(59_999);
  await settle();
  expect(http.ended).toBeUndefined();
  http.clock.advance(1);
  expect(await end).toEqual({ done: true, value: undefined });
  expect([http.ended, http.clock.waiting, http.connection.openStream(fakeGet()).status]).toEqual(['lost', 0, 404]);
  expect(http.notices.map(({ type }) => type)).toEqual(['lost', 'lost']);
});

test('[RE30] [W27] DELETE ends the connection and its streams, and drops what waits', async () => {
  const { http } = await connectedHttp();
  const reader = http.read();
  reader.hasRoom = false;
  void http.send('{"jsonrpc":"2.0","method":"a"}');
  await settle();
  void http.send('{"jsonrpc":"2.0","method":"b"}');
  expect(http.connection.remove()).toEqual({ status: 202, headers: { 'content-length': '0' } });
  await settle();
  expect([http.ended, reader.end_, reader.events.length, http.clock.waiting]).toEqual(['left', 'ended', 1, 0]);
  await expect(http.send('{}')).rejects.toThrow('The connection to the client has ended.');
});

test('[RE30] what the agent sent before it closed reaches a client that is away', async () => {
  const { http } = await connectedHttp();
  const first = http.read('s');
  http.read();
  first.cut();
  await http.post(request(1, 'session/prompt', { sessionId: 's' }));
  void http.send(result(1));
  const closing = http.connection.transport.close();
  await settle();
  expect([http.ended, await http.post(request(2, 'session/list'))]).toEqual([undefined, 202]);
  const second = http.read('s', '0');
  await closing;
  expect([second.events, second.end_, http.ended]).toEqual([[['1', result(1)]], 'ended', 'agent']);
  expect(http.clock.waiting).toBe(0);
});

test('[RE30] a client that stays away does not hold up the end of its agent for ever', async () => {
  const { http } = await connectedHttp({ away: 60_000 });
  http.read('s').cut();
  void http.send(update('s', 'a'));
  const closing = http.connection.transport.close();
  await settle();
  http.clock.advance(60_000);
  await closing;
  expect([http.ended, http.clock.waiting]).toEqual(['lost', 0]);
});

test('[RE30] the end of the server waits a little for a slow reader', async () => {
  const { http } = await connectedHttp({ closing: 5_000 });
  const [slow, stuck] = [http.read(), http.read('s')];
  slow.hasRoom = false;
  void http.send('{"jsonrpc":"2.0","method":"a"}');
  await settle();
  void http.send('{"jsonrpc":"2.0","method":"b"}');
  const ending = http.connection.end('closed');
  await settle();
  slow.drain();
  await ending;
  expect([slow.events.length, slow.end_, stuck.end_, http.ended]).toEqual([2, 'ended', 'ended', 'closed']);
  const other = await connectedHttp({ closing: 5_000 });
  const reader = other.http.read();
  reader.hasRoom = false;
  void other.http.send('{"jsonrpc":"2.0","method":"a"}');
  await settle();
  const late = other.http.connection.end('closed');
  other.http.clock.advance(5_000);
  await late;
  expect([other.http.ended, other.http.clock.waiting]).toEqual(['closed', 0]);
});

test('[RE30] abort ends the connection at once', async () => {
  const { http } = await connectedHttp();
  const reader = http.read();
  reader.hasRoom = false;
  void http.send('{"jsonrpc":"2.0","method":"a"}');
  http.connection.transport.abort?.();
  await settle();
  expect([reader.end_, http.ended]).toEqual(['ended', 'agent']);
});

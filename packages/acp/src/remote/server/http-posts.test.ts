import { expect, test } from 'vitest';
import { seededChance } from '../../../../../test/support/seed.ts';
import { agentOf, connectedHttp, request, result } from '../test-support/http-connected.ts';
import { fakePost, fakeRequest, settle } from '../test-support/http-fakes.ts';
import type { HttpRequest } from './http-exchange.ts';

const note = (method: string, params: object = {}) => ({ jsonrpc: '2.0', method, params });

test.each([
  ['no content type', fakeRequest('POST', {}, '{}'), 415, 'The content type of a message must be application/json.\n'],
  ['plain text', fakeRequest('POST', { 'content-type': 'text/plain' }, '{}'), 415, undefined],
  ['a form', fakeRequest('POST', { 'content-type': 'application/x-www-form-urlencoded' }, 'a=1'), 415, undefined],
  ['another kind of JSON', fakeRequest('POST', { 'content-type': 'application/json-seq' }, '{}'), 415, undefined],
  [
    'no JSON',
    fakePost('{"a"'),
    400,
    '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"The body is not JSON."}}',
  ],
  ['a scalar', fakePost('3'), 400, undefined],
  [
    'an object that is no message',
    fakePost('{"a":1}'),
    400,
    '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"The body is no JSON-RPC message."}}',
  ],
  [
    'initialize',
    fakePost(request(7, 'initialize')),
    400,
    '{"jsonrpc":"2.0","id":7,"error":{"code":-32600,"message":"The connection was initialized before."}}',
  ],
])('[W50] %s is refused with a status and one sentence', async (_, post, status, body) => {
  const { http } = await connectedHttp();
  const agent = agentOf(http);
  const answer = await http.connection.post(post);
  expect(answer.status).toBe(status);
  if (body !== undefined) expect(answer.body).toBe(body);
  await settle();
  expect(agent.frames).toHaveLength(1);
  await http.connection.end('closed');
});

test('[W3] a charset beside the content type is fine', async () => {
  const { http } = await connectedHttp();
  const headers = { 'content-type': 'Application/JSON; charset=utf-8' };
  expect((await http.connection.post(fakeRequest('POST', headers, note('x')))).status).toBe(202);
  await http.connection.end('closed');
});

test('[W11] a batch is refused with 501 and a JSON-RPC error', async () => {
  const { http } = await connectedHttp();
  expect(await http.connection.post(fakePost([request(1, 'a')]))).toMatchObject({
    status: 501,
    body: '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Batches are not supported over HTTP."}}',
  });
  await http.connection.end('closed');
});

test('[W14] messages reach the agent as they came', async () => {
  const { http } = await connectedHttp();
  const agent = agentOf(http);
  const awkward =
    '{ "jsonrpc" : "2.0", "method":"x","params":{"n":1.0e400,"big":9007199254740993,"é":"\\u00e9"}, "_":[ ] }';
  expect(await http.post(awkward)).toBe(202);
  await settle();
  expect(agent.frames.slice(1)).toEqual([awkward]);
  await http.connection.end('closed');
});

test('[W10] the session is taken from the header or the params, and both must agree', async () => {
  const { http } = await connectedHttp();
  const [one, two, whole] = [http.read('one'), http.read('two'), http.read()];
  const header = { 'acp-session-id': 'one' };
  expect([
    await http.post(request(1, 'session/prompt'), header),
    await http.post(request(2, 'session/prompt', { sessionId: 'two' })),
    await http.post(request(3, '_x', { sessionId: 'two' }), header),
    await http.post(note('session/cancel', { sessionId: 'two' }), header),
    await http.post(result(9)),
    await http.post(result(8), header),
  ]).toEqual([202, 202, 400, 400, 202, 202]);
  for (const id of [1, 2, 3]) void http.send(result(id));
  await settle();
  expect([one.events, two.events, whole.events]).toEqual([[['1', result(1)]], [['1', result(2)]], [['1', result(3)]]]);
  await http.connection.end('closed');
});

test('[W46] ids of requests and sessions have at most so many characters', async () => {
  const { http } = await connectedHttp({ idLength: 8 });
  const id = (length: number) => 'é'.repeat(length);
  const name = (length: number) => ({ sessionId: 's'.repeat(length) });
  expect([
    await http.post(request(id(7), 'a')),
    await http.post(request(id(8), 'a')),
    await http.post(request(id(9), 'a')),
    await http.post(request(12_345_678, 'a')),
    await http.post(request(123_456_789, 'a')),
    await http.post(note('a', name(7))),
    await http.post(note('a', name(8))),
    await http.post(note('a', name(9))),
    await http.post(note('a'), { 'acp-session-id': 's'.repeat(9) }),
  ]).toEqual([202, 202, 400, 202, 400, 202, 202, 400, 400]);
  await http.connection.end('closed');
});

test('[W46] a body has at most so many bytes', async () => {
  const { http } = await connectedHttp({ maxFrameBytes: 100 });
  agentOf(http);
  const sized = (length: number) => JSON.stringify(note('a')).padEnd(length, ' ');
  expect([await http.post(sized(99)), await http.post(sized(100)), await http.post(sized(101))]).toEqual([
    202, 202, 413,
  ]);
  await http.connection.end('closed');
});

test('[W46] [W47] so many requests may be open; answers and notifications are always taken', async () => {
  const { http } = await connectedHttp({ requests: 2 });
  expect([await http.post(request(1, 'a')), await http.post(request(2, 'a'))]).toEqual([202, 202]);
  expect(await http.connection.post(fakePost(request(3, 'a')))).toEqual({
    status: 429,
    headers: { 'content-type': 'application/json', 'retry-after': '1' },
    body: '{"jsonrpc":"2.0","id":3,"error":{"code":-32603,"message":"More than 2 requests are not answered yet."}}',
  });
  expect([await http.post(result(5)), await http.post(note('session/cancel'))]).toEqual([202, 202]);
  void http.send(result(1));
  expect(await http.post(request(3, 'a'))).toBe(202);
  await http.connection.end('closed');
});

test('[W24] a request without a number whose id is open is taken for a repetition', async () => {
  const { http } = await connectedHttp();
  const agent = agentOf(http);
  const open = request('x', 'session/prompt', { sessionId: 's' });
  expect([await http.post(open), await http.post(open)]).toEqual([202, 202]);
  void http.send(result('x'));
  expect(await http.post(open)).toBe(202);
  await settle();
  expect([agent.frames.length, http.notices.map(({ type }) => type)]).toEqual([3, ['dropped']]);
  await http.connection.end('closed');
});

test('[RE26] [W24] [W19] numbered POSTs are handled once and in order, also those that are refused', async () => {
  const { http } = await connectedHttp({ maxFrameBytes: 200 });
  const agent = agentOf(http);
  const key = (number: number | string) => ({ 'idempotency-key': String(number) });
  const late = http.post(note('two'), key(2));
  const later = http.post(note('three', { text: 'x'.repeat(300) }), key(3));
  const last = http.post(note('four'), key(4));
  await settle();
  expect(agent.frames).toHaveLength(1);
  expect(await http.post(note('one'), key(1))).toBe(202);
  expect(await Promise.all([late, later, last, http.post(note('one'), key(1))])).toEqual([202, 413, 202, 202]);
  // A key of another kind means nothing.
  expect(await http.post(note('five'), key('a2b'))).toBe(202);
  await settle();
  const methods = agent.frames.slice(1).map((frame) => JSON.parse(String(frame)).method);
  expect(methods).toEqual(['one', 'two', 'four', 'five']);
  await http.connection.end('closed');
});

test('[W19] a hundred POSTs at once arrive in the order of their keys', async () => {
  const { http } = await connectedHttp();
  const agent = agentOf(http);
  const chance = seededChance();
  const numbers = Array.from({ length: 100 }, (_, at) => at + 1);
  const shuffled = [...numbers].sort(() => chance.next() - 0.5);
  const statuses = await Promise.all(
    shuffled.map((number) => http.post(note(`n${number}`), { 'idempotency-key': String(number) })),
  );
  await settle();
  expect(new Set(statuses)).toEqual(new Set([202]));
  expect(agent.frames.slice(1).map((frame) => JSON.parse(String(frame)).method)).toEqual(
    numbers.map((each) => `n${each}`),
  );
  await http.connection.end('closed');
});

test('[RE26] a POST whose predecessor does not come may be tried again later', async () => {
  const { http } = await connectedHttp();
  const early = http.connection.post(fakePost(note('two'), { 'idempotency-key': '2' }));
  await settle();
  http.read();
  http.clock.advance(30_000);
  expect(await early).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
  await http.connection.end('closed');
});

test('[W24] a body that was cut off leaves its number to the repetition', async () => {
  const { http } = await connectedHttp();
  const agent = agentOf(http);
  const headers = { 'content-type': 'application/json', 'idempotency-key': '1' };
  const cut: HttpRequest = {
    ...fakeRequest('POST', headers),
    readBody: async () => ({ ok: false, problem: 'cut-off' }),
  };
  expect((await http.connection.post(cut)).status).toBe(408);
  expect(await http.post(note('one'), { 'idempotency-key': '1' })).toBe(202);
  await settle();
  expect(agent.frames).toHaveLength(2);
  await http.connection.end('closed');
});

test('[RE29] [W20] a request waits for room at the agent, and a cancel does not wait for the request', async () => {
  const { http } = await connectedHttp({ highWater: 200 });
  const frames = http.connection.transport.frames[Symbol.asyncIterator]();
  await frames.next();
  expect(await http.post(note('fill', { text: 'x'.repeat(300) }))).toBe(202);
  let answered = 0;
  const posts = [request(1, 'first'), request(2, 'second')].map(async (message) => {
    const status = await http.post(message);
    answered += 1;
    return status;
  });
  await settle();
  expect([await http.post(note('session/cancel')), await http.post(result(4)), answered]).toEqual([202, 202, 0]);
  const methods = (batch: IteratorResult<readonly unknown[]>) =>
    (batch.value as string[]).map((frame) => JSON.parse(frame).method ?? 'answer');
  expect(methods(await frames.next())).toEqual(['fill', 'session/cancel', 'answer']);
  expect(methods(await frames.next())).toEqual(['first', 'second']);
  expect(await Promise.all(posts)).toEqual([202, 202]);
  await http.connection.end('closed');
});

test('[RE29] [W46] [W47] only so much waits for an agent that does not read', async () => {
  const { http } = await connectedHttp({ highWater: 10, maxFrameBytes: 300 });
  await http.connection.transport.frames[Symbol.asyncIterator]().next();
  const text = 'x'.repeat(150);
  expect(await http.post(note('fill', { text }))).toBe(202);
  const waiting = http.post(request(1, 'first', { text }));
  await settle();
  expect(await http.post(request(2, 'second', { text }))).toBe(429);
  expect(await http.post(note('a', { text }))).toBe(202);
  expect(http.ended).toBeUndefined();
  expect(await http.post(note('b', { text }))).toBe(202);
  await settle();
  expect([http.ended, await waiting]).toEqual(['overrun', 404]);
});

test('[RE26] [W24] [W50] a numbered POST that was refused is refused in the same way when it comes again', async () => {
  const { http } = await connectedHttp({ requests: 1, maxFrameBytes: 300 });
  const agent = agentOf(http);
  const posts: HttpRequest[] = [
    fakePost(request(1, 'first'), { 'idempotency-key': '1' }),
    fakePost(request(2, 'second'), { 'idempotency-key': '2' }),
    fakePost(request(3, 'initialize'), { 'idempotency-key': '3' }),
    fakePost(note('long', { text: 'x'.repeat(300) }), { 'idempotency-key': '4' }),
    fakePost('[]', { 'idempotency-key': '5' }),
    fakeRequest('POST', { 'content-type': 'text/plain', 'idempotency-key': '6' }, '{}'),
  ];
  const answers = [];
  for (const post of posts) answers.push(await http.connection.post(post));
  expect(answers.map(({ status }) => status)).toEqual([202, 429, 400, 413, 501, 415]);
  // A number that is used up cannot be tried later.
  expect(answers.map(({ headers }) => headers['retry-after'])).toEqual(posts.map(() => undefined));
  void http.send(result(1));
  for (const [at, post] of posts.entries()) expect(await http.connection.post(post)).toEqual(answers[at]);
  await settle();
  expect(agent.frames).toHaveLength(2);
  await http.connection.end('closed');
});

test('[RE26] [W25] a client that asks for a refusal which is no longer kept has to begin anew', async () => {
  const { http } = await connectedHttp();
  const key = (number: number) => ({ 'idempotency-key': String(number) });
  for (let number = 1; number <= 257; number += 1) expect(await http.post('[]', key(number))).toBe(501);
  expect(await http.post(note('x'), key(258))).toBe(202);
  expect([await http.post('[]', key(2)), await http.post(note('x'), key(258))]).toEqual([501, 202]);
  expect(await http.post('[]', key(1))).toBe(404);
  expect(http.ended).toBe('forgotten');
});

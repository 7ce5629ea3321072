import { expect, test } from 'vitest';
import { connectedHttp, request, result, update } from '../test-support/http-connected.ts';
import { fakeGet, fakeRequest, settle } from '../test-support/http-fakes.ts';

const note = (method: string, params: object = {}) => JSON.stringify({ jsonrpc: '2.0', method, params });

test('[W21] a stream continues after the event that the client has, answers and questions included', async () => {
  const { http } = await connectedHttp();
  const first = http.read('s', '0');
  await http.post(request(1, 'session/prompt', { sessionId: 's' }));
  const question = JSON.stringify(request(0, 'session/request_permission', { sessionId: 's' }));
  const said = [update('s', 'a'), question, update('s', 'b'), result(1)];
  for (const frame of said) void http.send(frame);
  await settle();
  expect(first.events).toEqual(said.map((frame, at) => [String(at + 1), frame]));
  for (const last of [0, 1, 2, 3, 4]) {
    expect(http.read('s', String(last)).events).toEqual(first.events.slice(last));
  }
  expect(http.notices).toEqual([1, 2, 3, 4].map((last) => ({ type: 'resumed', missed: 4 - last })));
  await http.connection.end('closed');
});

test('[W23] a new reader takes the place of one that is dead, without a word from the network', async () => {
  const { http } = await connectedHttp();
  const [first, second] = [http.read('s'), http.read('s')];
  expect([first.end_, second.end_]).toEqual(['destroyed', 'open']);
  void http.send(update('s', 'a'));
  await settle();
  expect([first.events, second.events]).toEqual([[], [['1', update('s', 'a')]]]);
  await http.connection.end('closed');
});

test('[W21] [W28] a reader that names no event gets what no reader was given', async () => {
  const { http } = await connectedHttp();
  const first = http.read('s');
  void http.send(update('s', 'a'));
  await settle();
  first.cut();
  void http.send(update('s', 'b'));
  const second = http.read('s');
  expect(second.events).toEqual([['2', update('s', 'b')]]);
  await http.connection.end('closed');
});

test.each(['3', '-1', 'x', '1.5', '99999999999999999999'])(
  '[W25] a reader that names event "%s", which was not written, ends the connection',
  async (last) => {
    const { http } = await connectedHttp();
    const reader = http.read('s');
    for (const text of ['a', 'b']) void http.send(update('s', text));
    await settle();
    expect(http.connection.openStream(fakeGet({ 'acp-session-id': 's', 'last-event-id': last })).status).toBe(404);
    await settle();
    expect([http.ended, reader.end_, await http.post(request(1, 'a'))]).toEqual(['forgotten', 'ended', 404]);
  },
);

test('[RE28] [W25] [W46] written events are kept up to a limit, the oldest of the largest stream are dropped first', async () => {
  const { http } = await connectedHttp({ kept: 2_000, highWater: 100_000 });
  const [small, large] = [http.read('small', '0'), http.read('large', '0')];
  void http.send(update('small', 'a'));
  for (let sent = 0; sent < 40; sent += 1) {
    void http.send(update('large', `${sent}`.padStart(100, '-')));
    await settle();
  }
  const kept = (last: number) =>
    http.connection.openStream(fakeGet({ 'acp-session-id': 'large', 'last-event-id': String(last) })).status;
  expect([small.events.length, large.events.length, http.read('small', '0').events.length]).toEqual([1, 40, 1]);
  expect([kept(40), kept(32)]).toEqual([200, 200]);
  expect(kept(20)).toBe(404);
  await settle();
  expect(http.ended).toBe('forgotten');
});

test('[RE28] a reader that was there for three minutes has what it was given before', async () => {
  const { http } = await connectedHttp();
  http.read('s', '0');
  void http.send(update('s', 'a'));
  await settle();
  http.clock.advance(12 * 15_000);
  expect(http.connection.openStream(fakeGet({ 'acp-session-id': 's', 'last-event-id': '0' })).status).toBe(200);
  http.clock.advance(15_000);
  expect(http.connection.openStream(fakeGet({ 'acp-session-id': 's', 'last-event-id': '0' })).status).toBe(404);
});

test('[RE28] [W30] [W46] the agent waits from the high-water mark of a stream on, and only for that stream', async () => {
  const size = update('s', '').length;
  const { http } = await connectedHttp({ highWater: 2 * size });
  const reader = http.read('s');
  reader.hasRoom = false;
  void http.send(update('s', ''));
  await settle();
  expect(http.send(update('s', ''))).toBeUndefined();
  let isFree = false;
  const room = http.send(update('s', ''));
  void room?.then(() => {
    isFree = true;
  });
  expect(http.send(update('other', ''))).toBeUndefined();
  await settle();
  expect([isFree, reader.events.length]).toEqual([false, 1]);
  reader.drain();
  await room;
  expect(reader.events.length).toBe(3);
  await http.connection.end('closed');
});

test('[RE28] [W30] an agent that does not wait ends the connection at the hard limit', async () => {
  const { http } = await connectedHttp({ highWater: 100, kept: 1_000 });
  http.read();
  const text = 'x'.repeat(600);
  void http.send(update('s', text));
  void http.send(update('s', text));
  expect(http.ended).toBeUndefined();
  await expect(http.send(update('s', text))).rejects.toThrow('The client has left too much unread.');
  await settle();
  expect(http.ended).toBe('overrun');
});

test('[RE28] a client that does not open the stream which the agent waits for is given up', async () => {
  const { http } = await connectedHttp({ highWater: 100, away: 60_000 });
  http.read();
  void http.send(update('s', 'x'.repeat(200)));
  http.clock.advance(60_000);
  await settle();
  expect(http.ended).toBeUndefined();
  http.clock.advance(15_000);
  await settle();
  expect(http.ended).toBe('overrun');
});

test('[W32] [W59] what is sent in one turn goes out in one write a stream, with one timer a connection', async () => {
  const { http } = await connectedHttp();
  const [one, two] = [http.read('one'), http.read('two')];
  for (let sent = 0; sent < 50; sent += 1)
    for (const session of ['one', 'two']) void http.send(update(session, `${sent}`));
  await settle();
  // The first write of each is the comment at its start.
  expect([one.writes.length, two.writes.length, one.events.length, http.clock.waiting]).toEqual([2, 2, 50, 1]);
  await http.connection.end('closed');
});

test('[W33] streams show that they are alive every fifteen seconds', async () => {
  const { http } = await connectedHttp();
  const [one, two] = [http.read(), http.read('s')];
  two.hasRoom = false;
  void http.send(update('s', 'a'));
  await settle();
  http.clock.advance(45_000);
  expect([one.writes, two.writes.length]).toEqual([[':\n\n', ':\n\n', ':\n\n', ':\n\n'], 2]);
  http.connection.remove();
});

test('[W7] the stream of a session that nobody has heard of is opened, with the headers that streams need', async () => {
  const { http } = await connectedHttp();
  const { status, headers } = http.connection.openStream(fakeGet({ 'acp-session-id': 'nobody' }));
  expect([status, headers]).toEqual([
    200,
    { 'content-type': 'text/event-stream', 'cache-control': 'no-cache, no-transform', 'x-accel-buffering': 'no' },
  ]);
  const statusOf = (accept: string) => http.connection.openStream(fakeRequest('GET', { accept })).status;
  expect([statusOf('*/*'), statusOf('application/json'), statusOf('text/html, Text/Event-Stream;q=0.5')]).toEqual([
    406, 406, 200,
  ]);
  expect(http.connection.openStream(fakeGet({ 'acp-session-id': 's'.repeat(1_025) })).status).toBe(400);
  await http.connection.end('closed');
});

test('[RE27] [W9] messages take the stream of their session, and wait for it', async () => {
  const { http } = await connectedHttp();
  const whole = http.read();
  await http.post(request(1, 'session/new'));
  await http.post(request(2, 'session/prompt', { sessionId: 's' }));
  const question = JSON.stringify(request(5, 'x', { sessionId: 's' }));
  const cancel = note('$/cancel_request', { requestId: 5 });
  const other = note('$/cancel_request', { requestId: 6 });
  const mine = [update('s', 'a'), question, cancel, result(2)];
  const rest = [result(1, { sessionId: 's' }), note('_x'), other, result(99), 'no JSON', '[]'];
  for (const frame of [...mine, ...rest]) void http.send(frame);
  await settle();
  const session = http.read('s');
  expect(session.events.map(([, data]) => data)).toEqual(mine);
  expect(whole.events.map(([, data]) => data)).toEqual(rest);
  await http.post(result(5), { 'acp-session-id': 's' });
  void http.send(cancel);
  await settle();
  expect(whole.events.at(-1)).toEqual(['7', cancel]);
  await http.connection.end('closed');
});

test('[W8] the answer to a load comes after its replay on the stream of the session, else on that of the connection', async () => {
  const { http } = await connectedHttp();
  const [whole, open] = [http.read(), http.read('open')];
  await http.post(request(1, 'session/load', { sessionId: 'open' }));
  await http.post(request(2, 'session/load', { sessionId: 'never' }));
  for (const frame of [update('open', 'a'), result(1), update('never', 'a'), result(2)]) void http.send(frame);
  await settle();
  expect(open.events.map(([, data]) => data)).toEqual([update('open', 'a'), result(1)]);
  expect(whole.events).toEqual([['1', result(2)]]);
  await http.connection.end('closed');
});

test('[W8] the answer to a load waits behind its replay for a stream that is cut off', async () => {
  const { http } = await connectedHttp();
  const [whole, first] = [http.read(), http.read('s')];
  await http.post(request(1, 'session/load', { sessionId: 's' }));
  first.cut();
  for (const frame of [update('s', 'a'), result(1)]) void http.send(frame);
  await settle();
  expect([whole.events, http.read('s', '0').events]).toEqual([
    [],
    [
      ['1', update('s', 'a')],
      ['2', result(1)],
    ],
  ]);
  await http.connection.end('closed');
});

test('[RE25] a session that no header can name uses the stream of the connection', async () => {
  const { http } = await connectedHttp();
  const whole = http.read();
  void http.send(update('é', 'a'));
  await settle();
  expect(whole.events).toEqual([['1', update('é', 'a')]]);
  await http.connection.end('closed');
});

test('[RE31] [W46] so many sessions may have a stream; one too many uses that of the connection', async () => {
  const { http } = await connectedHttp({ sessions: 2 });
  const whole = http.read();
  const [one] = [http.read('one'), http.read('two')];
  void http.send(update('three', 'before'));
  expect(http.connection.openStream(fakeGet({ 'acp-session-id': 'three' })).status).toBe(409);
  void http.send(update('three', 'after'));
  await settle();
  expect(whole.events.map(([, data]) => data)).toEqual([update('three', 'before'), update('three', 'after')]);
  expect(http.connection.openStream(fakeGet({ 'acp-session-id': 'two' })).status).toBe(200);
  one.cut();
  const three = http.read('three', '1');
  void http.send(update('three', 'again'));
  await settle();
  expect(three.events).toEqual([['2', update('three', 'again')]]);
  await http.connection.end('closed');
});

test('[RE31] a client that asks for one session after another is refused at last, and nothing is kept for it', async () => {
  const { http } = await connectedHttp();
  const ask = (number: number) => http.connection.openStream(fakeGet({ 'acp-session-id': `s${number}` })).status;
  const statuses = Array.from({ length: 10_001 }, (_, at) => ask(at));
  expect([statuses.lastIndexOf(200), statuses.at(-1)]).toEqual([9_999, 409]);
  http.connection.remove();
});

test('[RE31] the stream of a session that was closed ends with the last answer of the session', async () => {
  const { http } = await connectedHttp();
  http.read();
  const reader = http.read('s');
  await http.post(request(1, 'session/prompt', { sessionId: 's' }));
  await http.post(request(2, 'session/close', { sessionId: 's' }));
  void http.send(result(2));
  await settle();
  expect(reader.end_).toBe('open');
  void http.send(result(1));
  await settle();
  expect([reader.end_, reader.events.length]).toEqual(['ended', 2]);
  const again = http.read('s', '1');
  await settle();
  expect([again.end_, again.events]).toEqual(['open', [['2', result(1)]]]);
  await http.connection.end('closed');
});

test('[RE37] [W28] what was erased while it was kept is an event without data', async () => {
  const { http } = await connectedHttp();
  const first = http.read('s', '0');
  void http.send(update('s', 'secret'));
  void http.send(update('s', 'b'));
  await settle();
  first.cut();
  void http.send(update('s', 'secret'));
  http.connection.erase((frame) => frame.includes('secret'));
  const second = http.read('s', '0');
  void http.send(update('s', 'c'));
  await settle();
  expect(second.events).toEqual([
    ['2', update('s', 'b')],
    ['4', update('s', 'c')],
  ]);
  await http.connection.end('closed');
});

test('[W28] a header for the last event without a value is none', async () => {
  const { http } = await connectedHttp();
  const sink = http.read(undefined, '');
  void http.send('{"jsonrpc":"2.0","method":"x"}');
  await settle();
  expect([http.ended, sink.events.length]).toEqual([undefined, 1]);
  await http.connection.end('closed');
});

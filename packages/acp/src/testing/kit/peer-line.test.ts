import { expect, test } from 'vitest';
import { memoryPair } from '../../transport/memory-pair.ts';
import type { Transport } from '../../transport/transport.ts';
import { ErrorAnswer, PeerLine, type PeerLineOptions } from './peer-line.ts';
import { Judgement } from './verdict.ts';

const patience = 20_000;

function connected(options: Partial<PeerLineOptions> = {}): { line: PeerLine; peer: Transport } {
  const [near, far] = memoryPair();
  return { line: new PeerLine({ transport: near }, { plays: 'client', patience, ...options }), peer: far };
}

const verdictOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'none',
    (error: unknown) => (error instanceof Judgement ? `${error.verdict}: ${error.message}` : error),
  );

test('a request is answered, and both frames are evidence', async () => {
  const { line, peer } = connected();
  const answer = line.request('initialize', { protocolVersion: 1 });
  peer.send('{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":1}}');
  const frame = { from: 'agent', message: { jsonrpc: '2.0', id: 1, result: { protocolVersion: 1 } } };
  expect(await answer).toEqual({ frame, result: { protocolVersion: 1 } });
  const sent = { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: 1 } };
  expect(line.frames).toEqual([{ from: 'client', message: sent }, frame]);
});

test('requests of the peer are answered by their responder, or with "method not found"', async () => {
  const { line, peer } = connected();
  line.responders.set('known', ({ a }) => ({ a }));
  line.responders.set('refused', () => {
    throw new ErrorAnswer(-32000, 'Not now');
  });
  line.responders.set('open', () => undefined);
  for (const method of ['known', 'refused', 'open', 'unknown']) {
    peer.send(JSON.stringify({ jsonrpc: '2.0', id: method, method, params: { a: 1 } }));
  }
  const answered = line.next(({ text }) => text === 'last', 'the last line');
  peer.send('last');
  await answered;
  expect(line.frames.filter(({ from }) => from === 'client').map(({ message }) => message)).toEqual([
    { jsonrpc: '2.0', id: 'known', result: { a: 1 } },
    { jsonrpc: '2.0', id: 'refused', error: { code: -32000, message: 'Not now' } },
    { jsonrpc: '2.0', id: 'unknown', error: { code: -32601, message: 'Method not found' } },
  ]);
});

test('a peer that ends the connection fails what is waited for, then and later', async () => {
  const { line, peer } = connected();
  const waiting = verdictOf(line.request('initialize', {}));
  await peer.close();
  expect(await waiting).toBe('fail: the agent ended the connection before an answer to initialize');
  expect(await verdictOf(line.fence())).toBe(
    'fail: the agent ended the connection before an answer to _emend.check/fence',
  );
});

test('a peer that is silent fails what is waited for; noise is silence', async () => {
  const { line, peer } = connected({ patience: 40 });
  const noise = setInterval(() => peer.send('noise'), 5);
  expect(await verdictOf(line.request('initialize', {}))).toEqual(
    expect.stringMatching(
      /^fail: no sign of an answer to initialize within 0.04 s; seen meanwhile: a line that is no JSON/,
    ),
  );
  clearInterval(noise);
});

test('a wait that ends shows what was asked, and what came meanwhile', async () => {
  const { line, peer } = connected({ patience: 40 });
  const told = { jsonrpc: '2.0', method: 'session/update', params: { update: { sessionUpdate: 'notice' } } };
  const waiting = line.request('session/prompt', {}).catch((error: unknown) => error);
  for (let times = 0; times < 5; times += 1) peer.send(JSON.stringify(told));
  const asked = { from: 'client', message: { jsonrpc: '2.0', id: 1, method: 'session/prompt', params: {} } };
  const seen = { from: 'agent', message: told };
  expect(await waiting).toMatchObject({
    verdict: 'fail',
    message: 'no sign of an answer to session/prompt within 0.04 s; seen meanwhile: session/update notice (5 times)',
    frames: [asked, seen, seen, seen],
  });
});

test('a peer that floods fails what is waited for, and only so much is kept', async () => {
  const { line, peer } = connected({ limits: { frames: 100, characters: 1_000_000 } });
  const waiting = verdictOf(line.request('initialize', {}));
  for (let at = 0; at < 10_000; at += 1) void peer.send('{"jsonrpc":"2.0","method":"x"}');
  expect(await waiting).toBe('fail: the agent sends without end; there was no room for an answer to initialize');
  expect(line.frames).toHaveLength(100);
  await line.close();
});

test('a message that is nested too deep to be written again is kept as text', async () => {
  const { line, peer } = connected();
  const deep = `{"jsonrpc":"2.0","method":"x","params":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
  const seen = line.next(() => true, 'a line');
  void peer.send(deep);
  expect(await seen).toEqual({ from: 'agent', text: deep });
});

test('a line is cut inside a character, and goes on when the peer has read the first piece', async () => {
  const [near, far] = memoryPair();
  const written: string[] = [];
  const writeBytes = (bytes: Uint8Array) => void written.push(Buffer.from(bytes).toString('latin1'));
  const line = new PeerLine({ transport: { ...near, writeBytes } }, { plays: 'client', patience });
  const sending = line.sendSplit({ jsonrpc: '2.0', method: 'x', params: { text: 'a漢b' } });
  line.notify('meanwhile', {});
  const fence = '{"jsonrpc":"2.0","id":1,"method":"_emend.check/fence","params":{}}\n';
  const first = `${fence}{"jsonrpc":"2.0","method":"x","params":{"text":"a\u00e6`;
  expect(written).toEqual([first]);
  far.send('{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Unknown"}}');
  expect(await sending).toEqual({
    from: 'client',
    message: { jsonrpc: '2.0', method: 'x', params: { text: 'a漢b' } },
  });
  expect(written).toEqual([first, '\u00bc\u00a2b"}}\n']);
  const received = await far.frames[Symbol.asyncIterator]().next();
  expect(received.value).toEqual(['{"jsonrpc":"2.0","method":"meanwhile","params":{}}']);
  expect([line.canSplit, connected().line.canSplit]).toEqual([true, false]);
});

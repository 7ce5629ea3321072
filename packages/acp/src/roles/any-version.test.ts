import { describe, expect, test } from 'vitest';
import type { RewriteRule } from '../bridge/edges.ts';
import { ConnectionError } from '../jsonrpc/connection-error.ts';
import { ScriptedPeer } from '../testing/scripted-peer.ts';
import { FrameQueue } from '../transport/frame-queue.ts';
import { memoryPair } from '../transport/memory-pair.ts';
import { agent } from './agent/agent.ts';
import { forAnyClient } from './agent/any-client.ts';
import { serve } from './agent/serve.ts';
import { forAnyAgent } from './client/any-agent.ts';
import { connect } from './client/connect.ts';

type Answer = { readonly id?: number; readonly result: { readonly sessionId: string } };
type Update = { readonly params: { readonly update: { readonly content: { readonly text: string } } } };

test('a v1 agent learns what the client offers beyond the draft, and can ask for it', async () => {
  const [here, there] = memoryPair();
  const connecting = connect(here, {
    capabilities: { elicitation: { form: {} } },
    requests: { 'elicitation/create': () => ({ action: 'accept', content: { name: 'Bob' } }) },
  });
  const v1Agent = new ScriptedPeer(there);
  const none = { fs: { readTextFile: false, writeTextFile: false }, terminal: false };
  expect(await v1Agent.next()).toEqual({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: {
      protocolVersion: 2,
      info: { name: 'unknown', version: 'unknown' },
      clientInfo: { name: 'unknown', version: 'unknown' },
      _meta: { 'emend/prefers': 'november' },
      capabilities: { elicitation: { form: {} } },
      clientCapabilities: {
        elicitation: { form: {} },
        session: { compaction: {}, configOptions: { boolean: {} }, notices: {} },
        _meta: { terminal_output: true },
        ...none,
      },
    },
  });
  await v1Agent.send({ jsonrpc: '2.0', id: 1, result: { protocolVersion: 1, agentCapabilities: {} } });
  await using _ = await connecting;
  await v1Agent.send({ jsonrpc: '2.0', id: 'e', method: 'elicitation/create', params: {} });
  await v1Agent.expect({ jsonrpc: '2.0', id: 'e', result: { action: 'accept', content: { name: 'Bob' } } });
});

/** What a v1 client is shown by an agent that takes words back. */
async function shownUnder(rewrite: RewriteRule): Promise<readonly string[]> {
  const [here, there] = memoryPair();
  const hasty = agent({
    async prompt(turn) {
      const message = turn.message();
      await message.append('The key is 1234.');
      await message.set('The key is [removed].');
    },
  });
  await using _ = serve(hasty, there, { bridge: { rewrite } });
  const client = new ScriptedPeer(here);
  const shown: string[] = [];
  async function ask(id: number, method: string, params: object): Promise<Answer['result']> {
    await client.send({ jsonrpc: '2.0', id, method, params });
    for (;;) {
      const message = (await client.next()) as Answer & Update;
      if (message.id === id) return message.result;
      shown.push(message.params.update.content.text);
    }
  }
  await ask(0, 'initialize', { protocolVersion: 1 });
  const { sessionId } = await ask(1, 'session/new', { cwd: '/', mcpServers: [] });
  await ask(2, 'session/prompt', { sessionId, prompt: [{ type: 'text', text: 'What is the key?' }] });
  return shown;
}

test('an agent keeps the rule for rewrites that it is served with', async () => {
  expect([await shownUnder('reissue'), await shownUnder('hold')]).toEqual([
    ['The key is 1234.', 'The key is [removed].'],
    ['The key is [removed].'],
  ]);
});

test('[TR18] an abort reaches the streams, whatever stands between', () => {
  const calls: string[] = [];
  const transport = { ...memoryPair()[0], abort: () => void calls.push('abort') };
  const core = { speaks: new Set([]), prefers: 'june', goesOn: false, onAgent: () => {} } as const;
  for (const wrapped of [forAnyClient(transport, {}, {}), forAnyAgent(transport, {}, core)]) wrapped.abort?.();
  expect(calls).toEqual(['abort', 'abort']);
});

test.each([
  ['a request', { jsonrpc: '2.0', id: 'early', method: 'session/list', params: {} }],
  ['a batch', [{ jsonrpc: '2.0', id: 'early', method: 'session/list', params: {} }]],
  ['a notification', { jsonrpc: '2.0', method: 'session/cancel', params: { sessionId: 's' } }],
])('[BR88] %s before initialize does not decide the version that a client is answered in', async (kind, early) => {
  for (const [version, key] of [
    [1, 'agentCapabilities'],
    [2, 'capabilities'],
  ] as const) {
    const [here, there] = memoryPair();
    await using _ = serve(agent({ prompt() {} }), there);
    const client = new ScriptedPeer(here);
    await client.send(early);
    const message = 'The first request of a connection must be initialize.';
    const refused = { jsonrpc: '2.0', id: 'early', error: { code: -32600, message } };
    const invalid = { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Invalid Request' } };
    if (kind !== 'a notification') await client.expect(kind === 'a batch' ? invalid : refused);
    await client.send({ jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: version } });
    expect(await client.next()).toMatchObject({ id: 1, result: { protocolVersion: version, [key]: {} } });
  }
});

test('[BR88] an object that an agent prints does not decide the version it is taken to speak', async () => {
  const [here, there] = memoryPair();
  const connecting = connect(here);
  const peer = new ScriptedPeer(there);
  await peer.next();
  await peer.sendText('{"level":"info"}');
  await peer.send({ jsonrpc: '2.0', id: 'other', result: { protocolVersion: 2, capabilities: {} } });
  await peer.send({ jsonrpc: '2.0', id: 1, result: { protocolVersion: 1, agentCapabilities: { loadSession: true } } });
  await using client = await connecting;
  expect(client.agent.capabilities?.session).toMatchObject({ load: {} });
});

describe('before the handshake is over', () => {
  const limits = { hardQueue: { messages: 3, size: 1_000 } };
  const overrun = {
    name: 'ConnectionError',
    reason: 'overrun',
    message: 'Too much arrived before the handshake was over.',
  };
  const notice = { jsonrpc: '2.0', method: '_notice' };
  const refusal = { jsonrpc: '2.0', id: 1, error: { code: -32602, message: 'v1 alone' } };

  test.each([
    ['messages', ['{"x":1}', '{"x":2}', '{"x":3}']],
    ['text', [JSON.stringify({ x: 'x'.repeat(1_000) })]],
  ])('[BR84] a client that sends too many %s and no handshake has failed', async (_, frames) => {
    const [here, there] = memoryPair();
    const connection = serve(agent({ prompt() {} }), there, { limits });
    const client = new ScriptedPeer(here);
    for (const frame of frames) await client.sendText(frame);
    expect(await connection.closed).toMatchObject(overrun);
    await client.expectEnd();
  });

  test.each([
    ['v2', []],
    ['v1, after it has refused v2', [{ send: refusal }, { expect: () => {} }]],
  ])('[BR84] so has an agent that does not answer in %s', async (_, first) => {
    const [here, there] = memoryPair();
    const failed = connect(there, { limits }).catch((error: unknown) => error);
    const peer = new ScriptedPeer(here);
    await peer.next();
    await peer.play(first);
    for (let count = 0; count < 3; count++) await peer.send(notice);
    expect(await failed).toMatchObject(overrun);
    await peer.expectEnd();
  });

  test('[BR73] an agent that cannot be started again fails the connection with what went wrong', async () => {
    const [here, there] = memoryPair();
    const cause = new ConnectionError('not-started', 'The command has gone.');
    const failed = connect(there, { bridge: { restart: () => Promise.reject(cause) } }).catch(
      (error: unknown) => error,
    );
    const peer = new ScriptedPeer(here);
    await peer.next();
    await peer.play([{ send: refusal }, { expect: () => {} }, { close: true }]);
    expect(await failed).toBe(cause);
  });

  test('a great many lines may be read at once', async () => {
    const frames = new FrameQueue();
    let noise = 0;
    const connecting = connect(
      { send: () => undefined, frames, close: async () => frames.end() },
      { limits: { hardQueue: { messages: 1_000_000, size: 1_000_000 } }, onEvent: () => noise++ },
    );
    const answer = { jsonrpc: '2.0', id: 1, result: { protocolVersion: 2, capabilities: {}, authMethods: [] } };
    frames.push([...Array.from({ length: 250_000 }, () => '1'), JSON.stringify(answer)]);
    await using _ = await connecting;
    expect(noise).toBe(250_000);
  });
});

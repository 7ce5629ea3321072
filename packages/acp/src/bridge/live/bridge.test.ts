import { expect, test } from 'vitest';
import { ScriptedPeer } from '../../testing/scripted-peer.ts';
import { FrameQueue } from '../../transport/frame-queue.ts';
import { memoryPair } from '../../transport/memory-pair.ts';
import type { Transport } from '../../transport/transport.ts';
import { webStreams } from '../../transport/web-streams.ts';
import { connected } from '../test-support/connected.ts';
import {
  askedForAll,
  fresh,
  initialize,
  offeredToV1,
  refusal,
  result,
  v1Answer,
  v2Answer,
} from '../test-support/handshake.ts';
import { text } from '../test-support/talk.ts';
import { bridge } from './bridge.ts';
import type { BridgeOptions } from './bridge-options.ts';

/** Compares a message without regard to the order of its keys. */
const is = (expected: unknown) => (found: unknown) => expect(found).toEqual(expected);

const asked = (version: number) => initialize({ protocolVersion: version });
/** The handshake of a v2 client as its agent gets it. */
const askedInV2 = is(askedForAll());
const v1Shaped = (params: object = {}) =>
  initialize({ protocolVersion: 1, clientCapabilities: offeredToV1, ...params });
const chunk = (messageId?: string) => {
  const id = messageId === undefined ? {} : { messageId };
  const update = { sessionUpdate: 'agent_message_chunk', ...id, content: text('a') };
  return { jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's', update } };
};

test.each([
  [1, 'v1', v1Answer],
  [2, 'june', v2Answer],
])('[BR70] equal versions (%i) pass byte for byte', async (version, dialect, answer) => {
  const { client, agent, clientEnd, agentEnd, events } = connected();
  const frames = {
    client: [
      `{"id":0,  "method":"initialize","params":{"protocolVersion":${version}},"jsonrpc":"2.0"}`,
      '{"jsonrpc":"2.0","method":"x","params":{"n":12345678901234567890,"n":1.0}}',
    ],
    agent: [JSON.stringify(result(answer)), '[{"jsonrpc":"2.0",  "method":"y"}]', JSON.stringify(chunk())],
  };
  const seen: unknown[] = [];
  const read = async (peer: Transport, count: number) => {
    for await (const batch of peer.frames) {
      seen.push(...batch);
      if (seen.length >= count) break;
    }
    return seen.splice(0);
  };
  void client;
  void agent;
  for (const frame of frames.client) await clientEnd.send(frame);
  for (const frame of frames.agent) await agentEnd.send(frame);
  const [asked] = await read(agentEnd, 1);
  if (version === 1) expect(asked).toBe(frames.client[0]);
  else askedInV2(JSON.parse(String(asked)));
  expect(await read(clientEnd, 3)).toEqual(frames.agent);
  expect(events).toEqual([{ type: 'connected', client: dialect, agent: dialect, isTranslating: false }]);
});

test('[BR70] what ends and separates lines is no part of a frame', async () => {
  const lines = [JSON.stringify(asked(1)), JSON.stringify(result(v1Answer)), '{"jsonrpc":"2.0", "method":"y"} '];
  const written = { client: '', agent: '' };
  const answers = new TransformStream<Uint8Array, Uint8Array>();
  const asking = new ReadableStream<Uint8Array>({
    start: (stream) => stream.enqueue(new TextEncoder().encode(`\ufeff${lines[0]}\r\n`)),
  });
  const into = (side: 'client' | 'agent') =>
    new WritableStream<Uint8Array>({
      write(chunk) {
        written[side] += new TextDecoder().decode(chunk);
        if (side === 'agent') void new Blob([`${lines[1]}\r\n\r\n${lines[2]}\r\n`]).stream().pipeTo(answers.writable);
      },
    });
  const client = webStreams({ readable: asking, writable: into('client') });
  await bridge(client, webStreams({ readable: answers.readable, writable: into('agent') }));
  expect(written).toEqual({ client: `${lines[1]}\n${lines[2]}\n`, agent: `${lines[0]}\n` });
});

test('[BR71] a v1 client and a v2 agent', async () => {
  const { client, agent, events } = connected();
  await client.send(asked(1));
  await agent.play([{ expect: asked(1) }, { send: result(v2Answer) }]);
  const { result: answer } = (await client.next()) as {
    result: { protocolVersion: number; agentCapabilities: object };
  };
  expect([answer.protocolVersion, Object.keys(answer.agentCapabilities)]).toEqual([
    1,
    ['loadSession', 'promptCapabilities', 'mcpCapabilities', 'sessionCapabilities'],
  ]);
  await agent.send({
    jsonrpc: '2.0',
    method: 'session/update',
    params: { sessionId: 's', update: { sessionUpdate: 'tool_call_update', toolCallId: 'c', kind: 'read' } },
  });
  await client.expect(
    is({
      jsonrpc: '2.0',
      method: 'session/update',
      params: { sessionId: 's', update: { sessionUpdate: 'tool_call', toolCallId: 'c', title: 'Read', kind: 'read' } },
    }),
  );
  expect(events.map(({ type }) => type)).toEqual(['connected', 'ledger']);
});

test('[BR71] a v2 client and a v1 agent', async () => {
  const { client, agent, events } = connected();
  await client.send(asked(2));
  await agent.play([{ expect: askedInV2 }, { send: result(v1Answer) }, { send: chunk() }]);
  await client.expect(
    result({ protocolVersion: 2, capabilities: { session: { prompt: {}, mcp: { stdio: {} }, load: {} } } }),
  );
  await client.expect(chunk('emend-1'));
  expect(events[0]).toEqual({ type: 'connected', client: 'june', agent: 'v1', isTranslating: true });
});

test('[BR72] an agent that claims 2 in the shape of v1 speaks v1', async () => {
  const claims = { ...v1Answer, protocolVersion: 2 };
  const two = connected();
  await two.client.send(asked(2));
  await two.agent.play([{ expect: askedInV2 }, { send: result(claims) }, { send: chunk() }]);
  await two.client.next();
  await two.client.expect(chunk('emend-1'));
  const one = connected();
  await one.client.send(asked(1));
  await one.agent.play([{ expect: asked(1) }, { send: result(claims) }]);
  await one.client.expect(result(v1Answer));
});

test('[BR73] an agent that refuses v2 is asked in v1', async () => {
  const { client, agent, events } = connected();
  await client.send(initialize({ protocolVersion: 2, clientInfo: { name: 'c', version: '1' }, _meta: { k: 1 } }));
  await agent.next();
  await agent.play([
    { send: refusal('no such version') },
    { expect: is(v1Shaped({ clientInfo: { name: 'c', version: '1' }, _meta: { k: 1 } })) },
    { send: result(v1Answer) },
  ]);
  expect(await client.next()).toMatchObject({ result: { protocolVersion: 2 } });
  expect(events.map(({ type }) => type)).toEqual(['asked-again', 'connected']);
});

test('[BR73] the client gets the first refusal when all is in vain, and may begin anew', async () => {
  const second = fresh();
  const { client, agent, events } = connected({ restart: second.restart });
  await client.send(asked(2));
  await agent.next();
  await agent.play([{ send: refusal('first') }, { expect: v1Shaped() }, { send: refusal('second') }]);
  await second.agent.play([{ expect: v1Shaped() }, { send: refusal('third') }]);
  await client.expect(refusal('first'));
  await client.send(asked(1));
  await second.agent.play([{ expect: asked(1) }, { send: result(v1Answer) }]);
  await client.expect(result(v1Answer));
  expect(events.map((event) => (event.type === 'asked-again' ? event.isFresh : event.type))).toEqual([
    false,
    true,
    'initialized-again',
    'connected',
  ]);
});

test('[BR73] an agent that ends at a handshake in v2 is started again for v1', async () => {
  const second = fresh();
  const { client, agent, agentEnd } = connected({ restart: second.restart });
  await client.send(asked(2));
  await agent.next();
  await agentEnd.close();
  await second.agent.play([{ expect: v1Shaped() }, { send: result(v1Answer) }, { send: chunk() }]);
  expect(await client.next()).toMatchObject({ result: { protocolVersion: 2 } });
  await client.expect(chunk('emend-1'));
});

test('[BR86] what a v2 client offers stands where a v1 agent looks for it, in the first handshake and in the second', async () => {
  const { client, agent } = connected();
  const capabilities = { elicitation: { form: {} }, fs: { readTextFile: true }, _meta: { k: 1 } };
  const none = { fs: { readTextFile: false, writeTextFile: false }, terminal: false };
  const clientCapabilities = { elicitation: { form: {} }, _meta: { k: 1, terminal_output: true }, ...none };
  await client.send(initialize({ protocolVersion: 2, capabilities }));
  await agent.play([
    { expect: is(askedForAll({ capabilities, clientCapabilities } as object)) },
    { send: refusal('no such version') },
    { expect: is(initialize({ protocolVersion: 1, clientCapabilities })) },
  ]);
});

test.each([1, 2] as const)('[BR75] noise of the agent is kept from a v1 client (agent v%i)', async (version) => {
  const { client, agent, events } = connected();
  await client.send(asked(1));
  await agent.next();
  await agent.play([
    { sendText: 'starting up' },
    { send: result(version === 1 ? v1Answer : v2Answer) },
    { sendText: 'Warning: x' },
    { sendText: '{"a":1}' },
    { send: chunk('m') },
  ]);
  await client.next();
  await client.expect(chunk('m'));
  expect(events.flatMap((event) => (event.type === 'noise' ? [event.frame] : []))).toEqual([
    'starting up',
    'Warning: x',
    '{"a":1}',
  ]);
});

test.each([
  [1, v1Answer],
  [1, v2Answer],
])('[BR75] an empty batch of the agent is kept back and answered (%i, %j)', async (version, answer) => {
  const { client, agent, agentEnd, events } = connected();
  await client.send(asked(version));
  await agent.play([{ expect: asked(version) }, { send: result(answer) }]);
  await client.next();
  await agentEnd.send(' [ ]');
  await agent.expect({ jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Invalid Request' } });
  await agent.send({ jsonrpc: '2.0', method: '_after' });
  await client.expect({ jsonrpc: '2.0', method: '_after' });
  expect(events.slice(1)).toEqual([{ type: 'noise', from: 'agent', frame: ' [ ]' }]);
});

test('[BR75] what is nested too deep to be written again is kept back, and nobody waits in vain', async () => {
  const { client, agent, events } = connected();
  await client.send(asked(1));
  await agent.play([{ expect: asked(1) }, { send: result(v2Answer) }]);
  await client.next();
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
  const error = { code: -32600, message: 'The message is nested too deep.' };
  await client.sendText(`{"jsonrpc":"2.0","id":"deep","method":"_x","params":${deep}}`);
  await client.expect({ jsonrpc: '2.0', id: 'deep', error });
  await client.send({ jsonrpc: '2.0', id: 'asked', method: '_x' });
  expect(await agent.next()).toMatchObject({ method: '_x' });
  const update = `{"sessionId":"s","update":{"sessionUpdate":"later","deep":${deep}}}`;
  await agent.sendText(`{"jsonrpc":"2.0","method":"session/update","params":${update}}`);
  await agent.sendText(`{"jsonrpc":"2.0","id":"asked","result":${deep}}`);
  await client.expect({ jsonrpc: '2.0', id: 'asked', error });
  expect(events.filter(({ type }) => type === 'noise').length).toBe(3);
});

test('[BR76] when the agent ends, nobody waits in vain', async () => {
  const { client, agent, agentEnd, ended } = connected({ rewrite: 'hold' });
  await client.send(asked(1));
  await agent.next();
  await agent.send(result(v2Answer));
  await client.next();
  await client.send({ jsonrpc: '2.0', id: 'p', method: 'session/prompt', params: { sessionId: 's', prompt: [] } });
  // Answered by the bridge itself: not to be answered again.
  await client.send({ jsonrpc: '2.0', id: 'bad', method: 'session/prompt', params: {} });
  expect(await client.next()).toMatchObject({ id: 'bad', error: { code: -32602 } });
  await agent.next();
  await agent.send(chunk('m'));
  await agentEnd.close();
  await client.play([
    { expect: is(chunk('m')) },
    { expect: { jsonrpc: '2.0', id: 'p', error: { code: -32603, message: 'The agent has closed the connection.' } } },
    { expectEnd: true },
  ]);
  expect(await ended).toEqual({ by: 'agent', unanswered: 1 });
});

test('[BR76] the reason of a failure is told', async () => {
  const [clientEnd, bridgeToClient] = memoryPair();
  const client = new ScriptedPeer(clientEnd);
  const frames = new FrameQueue();
  const failure = new Error('The agent was killed by SIGSEGV.');
  const ended = bridge(bridgeToClient, { send: () => undefined, frames, close: async () => {} });
  await client.send(asked(1));
  frames.push([JSON.stringify(result(v1Answer))]);
  await client.expect(result(v1Answer));
  await client.send({ jsonrpc: '2.0', id: 'p', method: 'x' });
  setTimeout(() => frames.fail(failure));
  await client.play([
    { expect: { jsonrpc: '2.0', id: 'p', error: { code: -32603, message: failure.message } } },
    { expectEnd: true },
  ]);
  expect(await ended).toEqual({ by: 'agent', cause: failure, unanswered: 1 });
});

test('[BR77] when the client ends, the agent is not left waiting', async () => {
  const { client, agent, clientEnd, ended } = connected();
  await client.send(asked(2));
  await agent.play([{ expect: askedInV2 }, { send: result(v2Answer) }]);
  await client.next();
  const params = { sessionId: 's', toolCall: { toolCallId: 'c' }, options: [] };
  await agent.send({ jsonrpc: '2.0', id: 5, method: 'session/request_permission', params });
  await agent.send({ jsonrpc: '2.0', id: 6, method: '_ask' });
  await client.next();
  await client.next();
  await clientEnd.close();
  await agent.play([
    { expect: { jsonrpc: '2.0', id: 5, result: { outcome: { outcome: 'cancelled' } } } },
    { expect: { jsonrpc: '2.0', id: 6, error: { code: -32603, message: 'The client has closed the connection.' } } },
    { expectEnd: true },
  ]);
  expect(await ended).toEqual({ by: 'client', unanswered: 0 });
});

/** A v1 client, and a v2 agent that has streamed more tool content than is sent at once. */
async function withContentWaiting(options: BridgeOptions = {}) {
  const { client, agent } = connected(options);
  await client.send(asked(1));
  await agent.play([{ expect: asked(1) }, { send: result(v2Answer) }]);
  await client.next();
  const item = (value: string) => ({ type: 'content', content: text(value) });
  const tool = (sessionUpdate: string, fields: object) => ({
    jsonrpc: '2.0',
    method: 'session/update',
    params: { sessionId: 's', update: { sessionUpdate, toolCallId: 'c', ...fields } },
  });
  await agent.send(tool('tool_call_update', { title: 'T', content: [item('1'), item('2')] }));
  await client.next();
  await agent.send(tool('tool_call_content_chunk', { content: item('3') }));
  return { client, all: tool('tool_call_update', { content: [item('1'), item('2'), item('3')] }) };
}

test('[BR78] content that waits is flushed when the caller says so', async () => {
  const flushes: (() => void)[] = [];
  const { client, all } = await withContentWaiting({ onWaiting: (flush) => flushes.push(flush) });
  await expect.poll(() => flushes.length).toBe(1);
  flushes[0]?.();
  await client.expect(all);
});

test('[BR78] content that waits is flushed by itself if nobody cares', async () => {
  const { client, all } = await withContentWaiting();
  await client.expect(all);
});

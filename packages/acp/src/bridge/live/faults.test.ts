import { expect, test } from 'vitest';
import { ConnectionError } from '../../jsonrpc/connection-error.ts';
import { ScriptedPeer } from '../../testing/scripted-peer.ts';
import { FrameQueue } from '../../transport/frame-queue.ts';
import { memoryPair } from '../../transport/memory-pair.ts';
import type { Transport } from '../../transport/transport.ts';
import { connected } from '../test-support/connected.ts';
import { fresh, initialize, result, v1Answer, v2Answer } from '../test-support/handshake.ts';
import { bridge } from './bridge.ts';

const asked = initialize({ protocolVersion: 1 });
const notice = (text: string) => ({ jsonrpc: '2.0', method: '_notice', params: { text } });
const error = (id: unknown, message: string) => ({ jsonrpc: '2.0', id, error: { code: -32603, message } });
const tooMuch = 'Too much arrived before the handshake was over.';
const overrun = new ConnectionError('overrun', tooMuch);

test.each([
  ['messages', { messages: 3, size: 1_000_000 }, ['a', 'b', 'c']],
  ['text', { messages: 1_000, size: 1_000 }, ['x'.repeat(1_000)]],
])('[BR84] an agent that sends too many %s instead of an answer has failed', async (_, hardQueue, texts) => {
  const { client, agent, ended } = connected({ limits: { hardQueue } });
  await client.send(asked);
  await agent.expect(asked);
  for (const text of texts) await agent.send(notice(text));
  await client.play([{ expect: error(0, tooMuch) }, { expectEnd: true }]);
  await agent.expectEnd();
  const end = await ended;
  expect(end).toEqual({ by: 'agent', cause: overrun, unanswered: 1 });
  expect((end.cause as ConnectionError).reason).toBe('overrun');
});

test('[BR84] a client that does not wait for the answer has failed when it has sent too much', async () => {
  const { client, agent, ended } = connected({ limits: { hardQueue: { messages: 3, size: 1_000_000 } } });
  await client.send(asked);
  for (const id of [1, 2, 3]) await client.send({ jsonrpc: '2.0', id, method: '_ask' });
  await agent.play([{ expect: asked }, { expectEnd: true }]);
  await client.play([...[0, 1, 2, 3].map((id) => ({ expect: error(id, tooMuch) })), { expectEnd: true }]);
  expect(await ended).toEqual({ by: 'client', cause: overrun, unanswered: 4 });
});

test.each([v1Answer, v2Answer])(
  '[BR84] what stays within the limit is delivered behind the answer (%j)',
  async (answer) => {
    const { client, agent } = connected({ limits: { hardQueue: { messages: 3, size: 1_000_000 } } });
    await client.send(asked);
    await agent.play([{ expect: asked }, { send: notice('a') }, { send: notice('b') }, { send: result(answer) }]);
    for (let count = 0; count < 10; count++) await agent.send(notice(`${count}`));
    await client.next();
    for (const text of ['a', 'b', ...Array.from({ length: 10 }, (_, count) => `${count}`)])
      await client.expect(notice(text));
  },
);

test('[BR73] an agent that ends and cannot be started again has ended, for that reason', async () => {
  const cause = new Error('the command has gone');
  const { client, agent, ended } = connected({ restart: () => Promise.reject(cause) });
  await client.send(initialize({ protocolVersion: 2 }));
  await agent.next();
  await agent.play([{ close: true }, { expectEnd: true }]);
  await client.play([{ expect: error(0, cause.message) }, { expectEnd: true }]);
  expect(await ended).toEqual({ by: 'agent', cause, unanswered: 1 });
});

test.each([
  [{ tellsLastWords: true }, { data: { reason: 'agent_ended', stderr: 'no key' } }],
  [{}, {}],
])('[BR76] the last words of an agent are told to clients that cannot see them (%j)', async (options, told) => {
  const [clientEnd, bridgeToClient] = memoryPair();
  const client = new ScriptedPeer(clientEnd);
  const frames = new FrameQueue();
  const message = "The agent's process ended with code 3.";
  const cause = new ConnectionError('exited', message, { exitCode: 3, stderrTail: 'no key' });
  const ended = bridge(bridgeToClient, { send: () => undefined, frames, close: async () => {} }, options);
  await client.send(asked);
  setTimeout(() => frames.fail(cause));
  await client.play([
    { expect: { jsonrpc: '2.0', id: 0, error: { code: -32603, message, ...told } } },
    { expectEnd: true },
  ]);
  expect(await ended).toEqual({ by: 'agent', cause, unanswered: 1 });
});

test('[BR73] an agent that has ended behind another bridge is not asked again', async () => {
  const { client, agent } = connected({ restart: fresh().restart });
  await client.send(initialize({ protocolVersion: 2 }));
  await agent.next();
  const refused = { jsonrpc: '2.0', id: 0, error: { code: -32603, message: 'Gone.', data: { reason: 'agent_ended' } } };
  await agent.send(refused);
  await client.expect(refused);
  await client.play([{ close: true }]);
  await agent.expectEnd();
});

test('what the bridge asks of whoever runs it may fail: both sides are closed all the same', async () => {
  const cause = new Error('nobody knows');
  const { client, agent, ended } = connected({ explain: () => Promise.reject(cause) });
  const failed = ended.catch((thrown: unknown) => thrown);
  await client.send(asked);
  await agent.play([{ expect: asked }, { close: true }]);
  await client.expectEnd();
  expect(await failed).toBe(cause);
});

test('[BR85] a listener that throws changes nothing', async () => {
  const [clientEnd, bridgeToClient] = memoryPair();
  const [agentEnd, bridgeToAgent] = memoryPair();
  const heard: string[] = [];
  const ended = bridge(bridgeToClient, bridgeToAgent, {
    onEvent({ type }) {
      heard.push(type);
      throw new Error('a mistake');
    },
  });
  const [client, agent] = [new ScriptedPeer(clientEnd), new ScriptedPeer(agentEnd)];
  const big = '{"jsonrpc":"2.0","method":"_big","params":{"n":12345678901234567890}}';
  const update = { sessionUpdate: 'tool_call_update', toolCallId: 'c', kind: 'read' };
  await client.send(asked);
  await agent.play([
    { expect: asked },
    { sendText: 'starting up' },
    { send: result(v2Answer) },
    { sendText: 'started' },
    { send: { jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's', update } } },
    { sendText: big },
    { close: true },
  ]);
  expect(await client.next()).toMatchObject({ id: 0, result: { protocolVersion: 1 } });
  expect(await client.next()).toMatchObject({ method: 'session/update' });
  expect(await client.next()).toMatchObject({ method: '_big' });
  await client.expectEnd();
  expect(await ended).toEqual({ by: 'agent', unanswered: 0 });
  expect(heard).toEqual(['noise', 'connected', 'noise', 'ledger']);
});

/** A side that takes a few frames and then no more; what it sends is put into its queue. */
function sluggish(takes: number): {
  readonly transport: Transport;
  readonly frames: FrameQueue;
  readonly taken: unknown[];
} {
  const frames = new FrameQueue();
  const taken: unknown[] = [];
  const transport: Transport = {
    send: (frame) => (taken.push(JSON.parse(frame)) > takes ? new Promise<void>(() => {}) : undefined),
    frames,
    close: async () => frames.end(),
  };
  return { transport, frames, taken };
}

test.each(['client', 'agent'] as const)('[BR84] a side that takes no more has failed: the %s', async (slow) => {
  const client = sluggish(slow === 'client' ? 1 : 100);
  const agent = sluggish(slow === 'agent' ? 2 : 100);
  const ended = bridge(client.transport, agent.transport, {
    limits: { unsent: { messages: 3, size: 1_000_000 } },
    onEvent({ type }) {
      if (type !== 'connected') return;
      // In one read, since what comes later waits for room.
      const flood = Array.from({ length: 8 }, () => JSON.stringify(notice('x')));
      if (slow === 'client') agent.frames.push(flood);
      else client.frames.push(flood);
    },
  });
  client.frames.push([asked, { jsonrpc: '2.0', id: 7, method: '_ask' }].map((message) => JSON.stringify(message)));
  agent.frames.push([JSON.stringify(result(v1Answer))]);
  const message = 'Too much waits to be sent; the peer does not keep up.';
  expect(await ended).toEqual({ by: slow, cause: new ConnectionError('overrun', message), unanswered: 1 });
  if (slow === 'agent') expect(client.taken).toEqual([result(v1Answer), error(7, message)]);
});

import { agent, memoryPair, RpcError, type Transport } from '@emend/acp';
import { LogError, MemoryLog } from '@emend/acp/log';
import type { ConnectionEnd, RemoteConnection } from '@emend/acp/remote';
import { expect, test } from 'vitest';
import { testAgent } from '../test-support/running-server.ts';
import { Front, type ServedAgent } from './front.ts';

const everywhere = { directories: { roots: [], cwd: undefined }, sessions: 64 };

/** A client that is connected by a front, and what the server would see of the connection. */
function connected(agent: ServedAgent) {
  const [client, transport] = memoryPair();
  const log: string[] = [];
  const ends: ConnectionEnd[] = [];
  const front = new Front(agent, everywhere, (line) => log.push(line));
  const connection: RemoteConnection = {
    id: 'secret',
    kind: 'websocket',
    principal: 'owner',
    transport,
    closed: new Promise(() => {}),
    async end(reason) {
      ends.push(reason);
      await transport.close();
    },
    erase: () => {},
  };
  front.connect(connection);
  return { client, front, log, ends };
}

async function received(transport: Transport): Promise<unknown[]> {
  const frames: unknown[] = [];
  for await (const batch of transport.frames) frames.push(...batch.map((frame) => JSON.parse(String(frame))));
  return frames;
}

const initialize = (params: object) => JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params });

test.each(['connection', 'session'] as const)(
  '[SV2] an agent that cannot be started is told, one per %s',
  async (per) => {
    const { client, front, log, ends } = connected({ command: ['no-such-agent'], per });
    client.send(initialize({ protocolVersion: 1 }));
    const [answer] = await received(client);
    await front.ended();
    expect(answer).toMatchObject({ id: 0, error: { code: -32603, message: expect.stringContaining('no-such-agent') } });
    expect([log.length, ends]).toEqual([1, ['agent']]);
  },
);

test.each([
  ['v1', { protocolVersion: 1, clientCapabilities: {} }, 1],
  ['June', { protocolVersion: 2, clientInfo: { name: 'c', version: '1' }, capabilities: {} }, 2],
  ['November', { protocolVersion: 2, info: { name: 'c', version: '1' }, capabilities: {} }, 2],
])('[SV1] a client of %s uses an agent of v1, for each session or for all', async (_, params, version) => {
  for (const per of ['connection', 'session'] as const) {
    const { client, front, ends } = connected({ command: testAgent.slice(1), per });
    const frames = client.frames[Symbol.asyncIterator]();
    client.send(initialize(params));
    const { value: [answer] = [] } = await frames.next();
    expect(JSON.parse(String(answer)).result.protocolVersion).toBe(version);
    await client.close();
    await front.ended();
    expect(ends).toEqual(['agent']);
  }
});

test('[SV16] what cannot be stored is told in a line, and a mistake of an agent with its place', async () => {
  const log = new MemoryLog();
  const stored = agent({
    sessions: { log },
    prompt: ({ text }) => {
      if (text === 'refuse') throw new RpcError(-32000, 'Not now.');
      throw new ReferenceError('mistake');
    },
  });
  const { client, front, log: lines } = connected({ agent: stored });
  const frames = client.frames[Symbol.asyncIterator]();
  const ask = async (id: number, method: string, params: object) => {
    client.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    for (;;) {
      const { value: batch = [] } = (await frames.next()) as { readonly value?: readonly unknown[] };
      const answer = batch.map((frame) => JSON.parse(String(frame))).find((message) => message.id === id);
      if (answer !== undefined) return answer;
    }
  };
  await ask(0, 'initialize', { protocolVersion: 2, clientInfo: { name: 'c', version: '1' }, capabilities: {} });
  const { result } = await ask(1, 'session/new', { cwd: '/', mcpServers: [] });
  const prompt = (id: number, text: string) =>
    ask(id, 'session/prompt', { sessionId: result.sessionId, prompt: [{ type: 'text', text }] });
  await prompt(2, 'refuse');
  expect(lines).toEqual([]);
  await prompt(3, 'fail');
  expect(lines).toEqual([
    expect.stringMatching(/^Connection 1: session\/prompt failed: ReferenceError: mistake\n +at /),
  ]);
  log.append = () => Promise.reject(new LogError('unavailable', 'It is away.'));
  expect(await prompt(4, 'fail')).toMatchObject({ error: { code: -32050 } });
  expect(lines.slice(1)).toEqual(['Connection 1: session/prompt failed: It is away.']);
  await client.close();
  await front.ended();
});

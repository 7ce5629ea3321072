import { expect, test } from 'vitest';
import { dialects } from '../../protocol/dialects.ts';
import { ScriptedPeer } from '../../testing/scripted-peer.ts';
import { memoryPair } from '../../transport/memory-pair.ts';
import type { AnyVersionOptions } from '../any-version.ts';
import { agent } from './agent.ts';
import type { ConnectedClient } from './connected-client.ts';
import { serve } from './serve.ts';

const info = { name: 'c', version: '1' };

/** A client of an agent that notes who its clients are. */
function served(options: AnyVersionOptions = {}) {
  const [here, there] = memoryPair();
  const clients: ConnectedClient[] = [];
  const definition = agent({
    info: { name: 'a', version: '1' },
    newSession: (_, session) => void clients.push(session.client),
    prompt() {},
  });
  const connection = serve(definition, there, { bridge: options });
  const client = new ScriptedPeer(here);
  const ask = async (id: unknown, method: string, params: unknown): Promise<Record<string, never>> => {
    await client.send({ jsonrpc: '2.0', id, method, params });
    return (await client.next()) as Record<string, never>;
  };
  return { client, clients, ask, [Symbol.asyncDispose]: () => connection.close() };
}

/** The keys of an answer that show its dialect. */
const shape = ({ result, error }: { readonly result?: object; readonly error?: { readonly code: number } }) =>
  error === undefined
    ? ['protocolVersion', 'agentCapabilities', 'capabilities', 'agentInfo', 'info'].flatMap((key) => {
        const value = (result as Record<string, unknown>)[key];
        return value === undefined ? [] : [key === 'protocolVersion' ? value : key];
      })
    : error.code;

const v1 = [1, 'agentCapabilities', 'agentInfo'];
const june = [2, 'capabilities', 'agentInfo'];
const november = [2, 'capabilities', 'info'];

test.each([
  [1, { protocolVersion: '2', info }, -32602],
  [2, { protocolVersion: 0, info }, -32022],
  [3, { protocolVersion: 0 }, v1],
  [3, { protocolVersion: 1, info }, v1],
  [4, { protocolVersion: 2, info, clientInfo: info, _meta: { 'emend/prefers': 'june' } }, june],
  [5, { protocolVersion: 2, info, clientInfo: info }, november],
  [4, { protocolVersion: 2, info, clientInfo: {}, _meta: { 'emend/prefers': 'june' } }, june],
  [5, { protocolVersion: 2, info: { ...info, title: 4, _meta: 'x' } }, november],
  [5, { protocolVersion: 4, info, capabilities: { elicitation: true, auth: 7, _meta: [] }, _meta: 3 }, november],
  [6, { protocolVersion: 2, clientCapabilities: {} }, v1],
  [7, { protocolVersion: 2, info: {} }, -32602],
  [8, { protocolVersion: 3, info: {} }, november],
  [9, { protocolVersion: 2, clientInfo: info, capabilities: {} }, june],
  [9, { protocolVersion: 2 }, june],
  [9, { protocolVersion: 2, clientInfo: {} }, june],
  [9, { protocolVersion: 2, clientInfo: { name: 5 } }, june],
  [9, { protocolVersion: 2, clientInfo: { ...info, title: 4 } }, june],
  [9, { protocolVersion: 2, clientInfo: 'x', capabilities: 5, _meta: [] }, june],
])('[N3] [N4] [N6] [N8] [N9] row %i: an agent answers %j in the shape %j', async (_, params, expected) => {
  await using pair = served();
  expect(shape(await pair.ask(0, 'initialize', params))).toEqual(expected);
  // A refusal leaves the connection open for another handshake.
  if (typeof expected !== 'number') return;
  expect(shape(await pair.ask(1, 'initialize', { protocolVersion: 2, info }))).toEqual(november);
  expect(await pair.ask(2, 'session/new', { cwd: '/' })).toMatchObject({ result: { sessionId: expect.any(String) } });
});

test('[N7] the versions that an agent speaks are in the error for one that it does not', async () => {
  await using pair = served();
  expect(await pair.ask(0, 'initialize', { protocolVersion: 0, info })).toEqual({
    jsonrpc: '2.0',
    id: 0,
    error: { code: -32022, message: 'Unsupported protocol version', data: { requested: 0, supported: [1, 2] } },
  });
  await using only = served({ dialects: ['november'] });
  expect(await only.ask(0, 'initialize', { protocolVersion: 1, info })).toMatchObject({
    error: { code: -32022, data: { requested: 1, supported: [2] } },
  });
});

test.each([
  ['v1', [v1, v1, v1]],
  ['june', [june, june, june]],
  ['november', [november, november, november]],
] as const)('[N6] an agent that speaks only %s answers every client in it', async (dialect, expected) => {
  const requests = [
    { protocolVersion: 1 },
    { protocolVersion: 2, clientInfo: info, capabilities: {} },
    { protocolVersion: 2, info, capabilities: {} },
  ];
  const found: unknown[] = [];
  for (const params of requests) {
    await using pair = served({ dialects: [dialect] });
    found.push(shape(await pair.ask(0, 'initialize', params)));
  }
  expect(found).toEqual(expected);
  expect(dialects[dialect].protocolVersion).toBe(found.flat()[0]);
});

test.each([
  [november, 'november', { protocolVersion: 2, info }],
  [june, 'june', { protocolVersion: 2, clientInfo: info }],
] as const)('[N3] after a refused handshake of v1 the next decides: %j', async (expected, dialect, params) => {
  await using pair = served();
  const refused = await pair.ask(0, 'initialize', { protocolVersion: 1, clientInfo: { name: 5 } });
  expect(refused).toMatchObject({ error: { code: -32602 } });
  expect(shape(await pair.ask(1, 'initialize', params))).toEqual(expected);
  await pair.ask(2, 'session/new', { cwd: '/', mcpServers: [] });
  expect(pair.clients).toEqual([{ info, capabilities: undefined, dialect, protocolVersion: 2 }]);
});

test('[N10] before a handshake other requests are refused, notifications ignored, a batch is no message', async () => {
  await using pair = served();
  expect(await pair.ask('a', 'session/new', { cwd: '/' })).toMatchObject({ id: 'a', error: { code: -32600 } });
  await pair.client.send({ jsonrpc: '2.0', method: 'session/cancel', params: { sessionId: 's' } });
  await pair.client.send([{ jsonrpc: '2.0', id: 'b', method: 'initialize', params: { protocolVersion: 2, info } }]);
  expect(await pair.client.next()).toMatchObject({ id: null, error: { code: -32600 } });
  expect(shape(await pair.ask(0, 'initialize', { protocolVersion: 2, info }))).toEqual(november);
});

test('[N11] a November client may introduce itself again, and the last time counts', async () => {
  await using pair = served();
  const other = { name: 'other', version: '2' };
  const first = await pair.ask(0, 'initialize', { protocolVersion: 2, info });
  const capabilities = { elicitation: { form: {} } };
  const again = await pair.ask(1, 'initialize', { protocolVersion: 2, info: other, capabilities });
  expect(again['result']).toEqual(first['result']);
  expect(await pair.ask(2, 'initialize', { protocolVersion: 1, info })).toMatchObject({ error: { code: -32600 } });
  expect(await pair.ask(3, 'initialize', { protocolVersion: 2, info: 5 })).toMatchObject({ error: { code: -32602 } });
  await pair.ask(4, 'session/new', { cwd: '/' });
  expect(pair.clients).toEqual([{ info: other, capabilities, dialect: 'november', protocolVersion: 2 }]);
  expect(await pair.ask(5, 'initialize', { protocolVersion: 2, info })).toMatchObject({ error: { code: -32600 } });
});

test.each([
  ['[N80] a batch', [{ jsonrpc: '2.0', id: 1, method: 'session/new', params: { cwd: '/' } }]],
  ['[N81] a request whose id is null', { jsonrpc: '2.0', id: null, method: 'session/new', params: { cwd: '/' } }],
  ['[N81] a request whose id is a fraction', { jsonrpc: '2.0', id: 0.5, method: 'session/new', params: { cwd: '/' } }],
])('%s of a November client is refused, and nothing in it is handled', async (_, message) => {
  await using pair = served();
  await pair.ask(0, 'initialize', { protocolVersion: 2, info });
  await pair.client.send(message);
  expect(await pair.client.next()).toEqual({
    jsonrpc: '2.0',
    id: null,
    error: { code: -32600, message: 'Invalid Request' },
  });
  expect(pair.clients).toEqual([]);
});

import { expect, test } from 'vitest';
import { memoryPair } from '../../transport/memory-pair.ts';
import { reading } from '../test-support/socket-world.ts';
import { WatchedTransport } from './watched-transport.ts';

const request = (id: number | string, method: string) => JSON.stringify({ jsonrpc: '2.0', id, method, params: {} });
const answer = (id: number | string) => JSON.stringify({ jsonrpc: '2.0', id, result: {} });
const refused = (id: number | string, message: string, reason: string) =>
  JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32050, message, data: { reason } } });

const turns = async () => {
  for (let turn = 0; turn < 20; turn += 1) await undefined;
};

function watched(maxRequests = 1_000) {
  const [client, inner] = memoryPair();
  const transport = new WatchedTransport(inner, maxRequests);
  return { client, transport, atClient: reading(client), atAgent: reading(transport) };
}

test('[W14] frames pass unchanged, and are counted', async () => {
  const { client, transport, atClient, atAgent } = watched();
  const frames = ['{ "jsonrpc" : "2.0" , "id":1.0e0,"method":"x" }', 'no json', '[]', ''];
  for (const frame of frames) void client.send(frame);
  for (const frame of frames.slice(1)) void transport.send(frame);
  await turns();
  expect([atAgent.frames, atClient.frames]).toEqual([frames, frames.slice(1)]);
  expect([transport.received, transport.sent]).toEqual([4, 3]);
  await client.close();
  expect(await atAgent.end).toBe('end');
});

test('[W46] requests that wait for an answer: one below the limit, at it and beyond', async () => {
  const { client, transport, atClient, atAgent } = watched(2);
  void client.send(request(1, 'a'));
  void client.send(request('two', 'b'));
  void client.send(request('three', 'c'));
  void client.send('{"jsonrpc":"2.0","method":"session/cancel"}');
  await turns();
  // W47: notifications and answers pass whatever the load.
  expect(atAgent.frames).toEqual([request(1, 'a'), request('two', 'b'), '{"jsonrpc":"2.0","method":"session/cancel"}']);
  const sentence = 'More than 2 requests are waiting for an answer.';
  expect(atClient.frames).toEqual([refused('three', sentence, 'too_many_requests')]);
  void transport.send(answer(1));
  void client.send(request('four', 'd'));
  await turns();
  expect(atAgent.frames.at(-1)).toBe(request('four', 'd'));
  await transport.close();
});

test('[RE49] [W46] a request whose id is in use is refused, so that it does not pass a limit unseen', async () => {
  const { client, transport, atClient, atAgent } = watched(2);
  const spaced = '{ "jsonrpc": "2.0", "method": "b", "id": 1 }';
  for (const frame of [request(1, 'a'), request(1, 'a'), spaced, request('1', 'c'), request(1, 'd')])
    void client.send(frame);
  await turns();
  expect(atAgent.frames).toEqual([request(1, 'a'), request('1', 'c')]);
  const error = { code: -32600, message: 'A request with this id is still waiting for its answer.' };
  expect(atClient.frames).toEqual(Array(3).fill(JSON.stringify({ jsonrpc: '2.0', id: 1, error })));
  expect(transport.isIdle).toBe(false);
  void transport.send(answer(1));
  void client.send(request(1, 'e'));
  await turns();
  expect(atAgent.frames.at(-1)).toBe(request(1, 'e'));
  await transport.close();
});

test('[W52] a draining server answers prompts itself, and everything else passes', async () => {
  const { client, transport, atClient, atAgent } = watched();
  void client.send(request(1, 'session/prompt'));
  await turns();
  transport.isDraining = true;
  const others = [request(3, 'session/close'), answer(9), '{"jsonrpc":"2.0","method":"session/cancel"}'];
  for (const frame of [request(2, 'session/prompt'), ...others]) void client.send(frame);
  await turns();
  expect(atAgent.frames).toEqual([request(1, 'session/prompt'), ...others]);
  const sentence = 'The server is shutting down and starts no new turn.';
  expect(atClient.frames).toEqual([refused(2, sentence, 'draining')]);
  expect(transport.isIdle).toBe(false);
  void transport.send(answer(1));
  void transport.send(answer(3));
  expect(transport.isIdle).toBe(true);
  await transport.close();
});

test('[RE49] what ends one side ends the other', async () => {
  const { transport, atClient, atAgent } = watched();
  transport.abort();
  await turns();
  expect(await Promise.all([atClient.end, atAgent.end])).toEqual(['end', 'end']);
});

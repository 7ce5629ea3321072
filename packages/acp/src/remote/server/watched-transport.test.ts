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
  const sentence = 'The server is shutting down and starts no new turn. Try again in a moment.';
  expect(atClient.frames).toEqual([refused(2, sentence, 'draining')]);
  expect(transport.isIdle).toBe(false);
  void transport.send(answer(1));
  void transport.send(answer(3));
  expect(transport.isIdle).toBe(true);
  await transport.close();
});

test('[RE49] [W46] requests of a batch are counted, waited for and refused one by one; what is written stays as it is', async () => {
  const { client, transport, atClient, atAgent } = watched(3);
  const spaced = '{ "jsonrpc": "2.0", "id": 1.0e0, "method": "b" }';
  const [cancel, reply] = ['{"jsonrpc":"2.0","method":"session/cancel"}', answer(9)];
  const batch = ` [ ${spaced} , ${cancel},${request('two', 'b')}]`;
  void client.send(batch);
  await turns();
  expect([atAgent.frames, transport.isIdle]).toEqual([[batch], false]);
  const many = [request(3, 'c'), reply, request(3, 'c'), request('two', 'd'), request(4, 'e'), cancel];
  void client.send(`[${many.join(', ')}]`);
  void client.send(`[${request(5, 'f')}]`);
  await turns();
  expect(atAgent.frames.slice(1)).toEqual([`[${request(3, 'c')},${reply},${cancel}]`]);
  const inUse = { code: -32600, message: 'A request with this id is still waiting for its answer.' };
  const again = (id: number | string) => JSON.stringify({ jsonrpc: '2.0', id, error: inUse });
  const full = (id: number) => refused(id, 'More than 3 requests are waiting for an answer.', 'too_many_requests');
  expect(atClient.frames).toEqual([`[${again(3)},${again('two')},${full(4)}]`, `[${full(5)}]`]);
  void transport.send(`[${answer('two')}, {"jsonrpc":"2.0","id":1.0e0,"result":null}]`);
  expect(transport.isIdle).toBe(false);
  void transport.send(answer(3));
  expect(transport.isIdle).toBe(true);
  await transport.close();
});

test('[RE49] a batch that an agent refuses as a whole is not waited for', async () => {
  const { client, transport } = watched();
  void client.send(`[${request(1, 'a')},${request(2, 'b')}]`);
  void client.send(`[${request(3, 'c')}]`);
  void client.send(`[${request(4, 'd')}, ${request(5, 'e')}]`);
  await turns();
  void transport.send(answer(1));
  const refusal = '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"No batches."}}';
  for (const _ of [3, 4]) void transport.send(refusal);
  expect(transport.isIdle).toBe(false);
  void transport.send(answer(2));
  expect(transport.isIdle).toBe(true);
  await transport.close();
});

test('[W52] a draining server answers prompts of a batch itself', async () => {
  const { client, transport, atClient, atAgent } = watched();
  transport.isDraining = true;
  void client.send(`[${request(1, 'session/prompt')},${request(2, 'session/close')}]`);
  await turns();
  const sentence = 'The server is shutting down and starts no new turn. Try again in a moment.';
  expect([atAgent.frames, atClient.frames]).toEqual([
    [`[${request(2, 'session/close')}]`],
    [`[${refused(1, sentence, 'draining')}]`],
  ]);
  await transport.close();
});

test('[RE49] what ends one side ends the other', async () => {
  const { transport, atClient, atAgent } = watched();
  transport.abort();
  await turns();
  expect(await Promise.all([atClient.end, atAgent.end])).toEqual(['end', 'end']);
});

import { expect, test } from 'vitest';
import { connected } from '../test-support/connected.ts';
import { askedForAll, initialize, result, v1Answer } from '../test-support/handshake.ts';

const tooEarly = (id: unknown) => ({
  jsonrpc: '2.0',
  id,
  error: { code: -32600, message: 'The first request of a connection must be initialize.' },
});
const failed = (code: number, message: string) => ({ jsonrpc: '2.0', id: null, error: { code, message } });
const request = (id: unknown, method: string) => ({ jsonrpc: '2.0', id, method });

test.each([
  ['a line that is no JSON', 'hello', failed(-32700, 'Parse error')],
  ['a value that is no message', '{"level":"info"}', failed(-32600, 'Invalid Request')],
  ['a notification', JSON.stringify({ jsonrpc: '2.0', method: 'session/cancel' }), undefined],
  ['an answer', JSON.stringify({ jsonrpc: '2.0', id: 0, result: {} }), undefined],
  ['a request', JSON.stringify(request('a', 'session/list')), tooEarly('a')],
  [
    'a batch',
    JSON.stringify([request(1, 'initialize'), { jsonrpc: '2.0', method: 'x' }, 5, request(2, 'x')]),
    failed(-32600, 'Invalid Request'),
  ],
  ['an empty batch', '[]', failed(-32600, 'Invalid Request')],
])('[BR88] [N10] %s before initialize is refused or reported, and decides nothing', async (_, frame, answer) => {
  const { client, agent, events } = connected();
  await client.sendText(frame);
  if (answer !== undefined) await client.expect(answer);
  await client.send(initialize({ protocolVersion: 2 }));
  expect(await agent.next()).toEqual(askedForAll());
  await agent.send(result(v1Answer));
  expect(await client.next()).toMatchObject({ id: 0, result: { protocolVersion: 2 } });
  expect(events).toEqual([
    { type: 'before-handshake', frame },
    { type: 'connected', client: 'june', agent: 'v1', isTranslating: true },
  ]);
});

test('[BR88] [BR80] the id of a request that comes too early goes back exactly', async () => {
  const { clientEnd } = connected();
  await clientEnd.send('{"jsonrpc":"2.0","id":12345678901234567890,"method":"x"}');
  for await (const frames of clientEnd.frames) {
    expect(frames).toEqual([
      '{"jsonrpc":"2.0","id":12345678901234567890,"error":{"code":-32600,"message":"The first request of a connection must be initialize."}}',
    ]);
    break;
  }
});

import { expect, test } from 'vitest';
import { ScriptedPeer } from '../../testing/scripted-peer.ts';
import { memoryPair } from '../../transport/memory-pair.ts';
import { forAnyAgent } from './any-agent.ts';
import { connect } from './connect.ts';
import type { ClientEvent } from './options.ts';

test('[RO34] what an agent prints before the handshake is reported at once, and only once', async () => {
  const [near, far] = memoryPair();
  const events: ClientEvent[] = [];
  const reported: ClientEvent[] = [
    { type: 'noise', problem: 'not-json', text: 'Starting …' },
    { type: 'noise', problem: 'not-jsonrpc', text: '{"level":"info"}' },
  ];
  let connecting: ReturnType<typeof connect> | undefined;
  await new Promise<void>((resolve) => {
    const onEvent = (event: ClientEvent): void => {
      if (events.push(event) === reported.length) resolve();
    };
    connecting = connect(near, { onEvent });
    for (const { text } of reported as { text: string }[]) void far.send(text);
  });
  expect(events).toEqual(reported);
  void far.send('{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":2,"capabilities":{}}}');
  const client = await connecting;
  await client?.close();
  expect(events).toEqual(reported);
});

test('[RO34] the client learns what the agent speaks before it gets the answer to its handshake', async () => {
  const info = { name: 'a', version: '1' };
  for (const [result, speaks, told] of [
    [{ protocolVersion: 2, capabilities: {} }, ['june'], ['june', 'june']],
    [{ protocolVersion: 2, info, capabilities: {} }, ['june', 'november'], ['november', 'november']],
    [{ protocolVersion: 1, agentCapabilities: {} }, ['june', 'november'], ['v1', 'june']],
  ] as const) {
    const [near, far] = memoryPair();
    const seen: unknown[] = [];
    const transport = forAnyAgent(
      near,
      {},
      { speaks: new Set(speaks), prefers: 'june', goesOn: false, onAgent: (...dialects) => void seen.push(dialects) },
    );
    void transport.send('{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":2}}');
    void far.send(JSON.stringify({ jsonrpc: '2.0', id: 1, result }));
    for await (const batch of transport.frames) {
      if (batch.length === 0) continue;
      seen.push((JSON.parse(String(batch[0])) as { readonly id: number }).id);
      break;
    }
    expect(seen).toEqual([told, 1]);
  }
});

const novemberAgent = { protocolVersion: 2, info: { name: 'a', version: '1' }, capabilities: { session: {} } };
const invalid = { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Invalid request' } };

test.each([
  [
    '[N80] a batch',
    [
      { jsonrpc: '2.0', id: 1, method: '_ask' },
      { jsonrpc: '2.0', method: '_tell' },
    ],
  ],
  ['[N80] an empty batch', []],
  ['[N81] a request whose id is null', { jsonrpc: '2.0', id: null, method: '_ask' }],
  ['[N81] a request whose id is a fraction', { jsonrpc: '2.0', id: 1.5, method: '_ask' }],
])('%s of a November agent is answered once, and nothing in it is handled', async (_, message) => {
  const [near, far] = memoryPair();
  const handled: string[] = [];
  const connecting = connect(near, {
    requests: { _ask: () => handled.push('asked') },
    notifications: { _tell: () => void handled.push('told') },
    onEvent: () => {},
  });
  const peer = new ScriptedPeer(far);
  await peer.next();
  await peer.send({ jsonrpc: '2.0', id: 1, result: novemberAgent });
  await using _client = await connecting;
  await peer.send(message);
  await peer.expect(invalid);
  await peer.send({ jsonrpc: '2.0', id: 'x', method: '_ask' });
  await peer.expect({ jsonrpc: '2.0', id: 'x', result: 1 });
  expect(handled).toEqual(['asked']);
});

test('[N12] an agent that chooses a version above 2 is refused, and the connection closed', async () => {
  const [near, far] = memoryPair();
  const failed = connect(near).catch((error: unknown) => error);
  const peer = new ScriptedPeer(far);
  await peer.next();
  await peer.send({ jsonrpc: '2.0', id: 1, result: { ...novemberAgent, protocolVersion: 3 } });
  expect(await failed).toMatchObject({ name: 'UnsupportedVersionError' });
  await peer.expectEnd();
});

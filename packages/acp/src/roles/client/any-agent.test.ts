import { expect, test } from 'vitest';
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
      { speaks: new Set(speaks), prefers: 'june', onAgent: (...dialects) => void seen.push(dialects) },
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

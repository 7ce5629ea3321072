import { agent, type ClientOptions, connect, memoryPair, serve, type Transport } from '@emend/acp';
import type { Dialect } from '@emend/acp/protocol';
import { inputLineOf, Linter } from '@emend/acp/recording';
import { tap } from '@emend/acp/transport';
import { expect, test } from 'vitest';
import { demonstration } from './demo-agent.ts';

/** What passed between a client and the demo agent, one message a line. */
class Wire {
  readonly entries: { readonly from: 'client' | 'agent'; readonly message: unknown }[] = [];

  watch(transport: Transport): Transport {
    return tap(transport, (direction, frame) => {
      if (typeof frame !== 'string') return;
      this.entries.push({ from: direction === 'sent' ? 'client' : 'agent', message: JSON.parse(frame) });
    });
  }

  /** What the linter says of it. */
  findings(dialect: Dialect): unknown[] {
    const linter = new Linter(dialect);
    const found = this.entries.flatMap((entry, index) => [
      ...linter.read(inputLineOf(index + 1, { at: index, ...entry })),
    ]);
    return [...found, ...linter.end()];
  }
}

async function toured(prefers: 'june' | 'november', prompts: readonly string[]): Promise<Wire> {
  const wire = new Wire();
  const [near, far] = memoryPair();
  const demo = demonstration({ pace: 0 });
  const connection = serve(agent(demo.definition), far);
  const options: ClientOptions = {
    prefers,
    requestPermission: ({ options: [first] }) =>
      first === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId: first.optionId },
  } as ClientOptions;
  const client = await connect(wire.watch(near), options);
  const session = await client.newSession({ cwd: '/project', mcpServers: [] });
  for (const prompt of prompts) await session.prompt(prompt);
  await client.close();
  await connection.close();
  await demo.close();
  return wire;
}

test.each(['june', 'november'] as const)(
  '[RC51] the linter finds nothing in the tour of the demo agent in %s',
  async (dialect) => {
    const wire = await toured(dialect, ['/tour', '/rewrite', '/tools', '/plan']);
    expect(wire.entries.length).toBeGreaterThan(100);
    expect(wire.findings(dialect)).toEqual([]);
  },
);

test('[RC51] nor in v1', async () => {
  const wire = new Wire();
  const [pipe, far] = memoryPair();
  const near = wire.watch(pipe);
  const demo = demonstration({ pace: 0 });
  const connection = serve(agent(demo.definition), far);
  const send = (message: object) => near.send(JSON.stringify({ jsonrpc: '2.0', ...message }));
  await send({ id: 0, method: 'initialize', params: { protocolVersion: 1, clientCapabilities: {} } });
  const next = [
    () => ({ method: 'session/new', params: { cwd: '/project', mcpServers: [] } }),
    (sessionId: unknown) => ({
      method: 'session/prompt',
      params: { sessionId, prompt: [{ type: 'text', text: '/tour' }] },
    }),
  ];
  let sessionId: unknown;
  for await (const frames of near.frames) {
    for (const frame of frames) {
      const { id, method, params, result } = JSON.parse(String(frame));
      const optionId = params?.options?.[0]?.optionId;
      if (method === 'session/request_permission')
        await send({ id, result: { outcome: { outcome: 'selected', optionId } } });
      else if (method !== undefined && id !== undefined) await send({ id, error: { code: -32601, message: 'no' } });
      if (method !== undefined) continue;
      sessionId ??= result.sessionId;
      const step = next.shift();
      if (step === undefined) await near.close();
      else await send({ id: id + 1, ...step(sessionId) });
    }
  }
  await connection.close();
  await demo.close();
  expect(wire.entries.length).toBeGreaterThan(100);
  expect(wire.findings('v1')).toEqual([]);
});

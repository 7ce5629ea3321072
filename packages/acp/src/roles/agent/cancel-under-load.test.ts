import { expect, test } from 'vitest';
import { defaultPeerLimits } from '../../jsonrpc/limits.ts';
import { Peer } from '../../jsonrpc/peer.ts';
import type { RpcError } from '../../jsonrpc/rpc-error.ts';
import { deferred } from '../../jsonrpc/test-support/connect.ts';
import { memoryPair } from '../../transport/memory-pair.ts';
import { agent } from './agent.ts';
import { serve } from './serve.ts';

const cwd = '/project';
const texts = (text: string) => [{ type: 'text', text }];

/** A client that speaks by hand, with a session of an agent whose turns go on until they are cancelled. */
async function busy(protocolVersion: 1 | 2, running: number) {
  const [here, there] = memoryPair();
  const begun: string[] = [];
  const gate = deferred();
  const served = agent({
    whenBusy: 'queue',
    async prompt(turn) {
      begun.push(turn.text);
      await Promise.race([
        gate.promise,
        new Promise((_, reject) => turn.signal.addEventListener('abort', () => reject(turn.signal.reason))),
      ]);
    },
    requests: { _slow: () => gate.promise },
  });
  const connection = serve(served, there, { limits: { running } });
  const client = new Peer(here, { notifications: { 'session/update': () => {} } });
  await client.request('initialize', { protocolVersion, capabilities: {}, clientCapabilities: {} });
  const { sessionId } = await client.request<{ sessionId: string }>('session/new', { cwd, mcpServers: [] });
  const prompt = (text: string, of = sessionId): Promise<unknown> =>
    client
      .request<{ stopReason: string }>('session/prompt', { sessionId: of, prompt: texts(text) })
      .then(({ stopReason }) => stopReason)
      .catch((error: RpcError) => error.message);
  return { client, connection, sessionId, prompt, begun, letGo: gate.resolve };
}

test.each([1, 2] as const)(
  '[RO25] a v%i client can cancel behind as many requests as may run and more',
  async (version) => {
    const { running } = defaultPeerLimits;
    const { client, sessionId, prompt, begun, letGo } = await busy(version, running);
    const turn = prompt('one');
    const slow = Array.from({ length: running + 50 }, () => client.request('_slow'));
    void client.notify('session/cancel', { sessionId });
    expect([await turn, begun]).toEqual(['cancelled', ['one']]);
    letGo();
    await Promise.all(slow);
    await client.close();
  },
);

test('[RO25] a cancel reaches the prompts that were sent before it and wait for a place, and no later one', async () => {
  const { client, sessionId, prompt, begun, letGo } = await busy(2, 3);
  const slow = [1, 2].map(() => client.request('_slow'));
  const runs = prompt('runs');
  await expect.poll(() => begun).toEqual(['runs']);
  const turns = [runs, prompt('waits'), client.request('_slow'), prompt('waits too')];
  void client.notify('session/cancel', { sessionId });
  const later = prompt('later');
  expect(await Promise.all(turns.slice(0, 2))).toEqual(['cancelled', 'cancelled']);
  expect(begun).toEqual(['runs']);
  letGo();
  expect([await turns[3], await later]).toEqual(['cancelled', 'end_turn']);
  expect(begun).toEqual(['runs', 'later']);
  await Promise.all(slow);
  await client.close();
});

import { expect, test } from 'vitest';
import type { RewriteRule } from '../bridge/towards-v1/crossing.ts';
import { ScriptedPeer } from '../testing/scripted-peer.ts';
import { memoryPair } from '../transport/memory-pair.ts';
import { agent } from './agent.ts';
import { forAnyAgent, forAnyClient } from './any-version.ts';
import { serve } from './serve.ts';

type Answer = { readonly id?: number; readonly result: { readonly sessionId: string } };
type Update = { readonly params: { readonly update: { readonly content: { readonly text: string } } } };

/** What a v1 client is shown by an agent that takes words back. */
async function shownUnder(rewrite: RewriteRule): Promise<readonly string[]> {
  const [here, there] = memoryPair();
  const hasty = agent({
    async prompt(turn) {
      const message = turn.message();
      await message.append('The key is 1234.');
      await message.set('The key is [removed].');
    },
  });
  await using _ = serve(hasty, there, { bridge: { rewrite } });
  const client = new ScriptedPeer(here);
  const shown: string[] = [];
  async function ask(id: number, method: string, params: object): Promise<Answer['result']> {
    await client.send({ jsonrpc: '2.0', id, method, params });
    for (;;) {
      const message = (await client.next()) as Answer & Update;
      if (message.id === id) return message.result;
      shown.push(message.params.update.content.text);
    }
  }
  await ask(0, 'initialize', { protocolVersion: 1 });
  const { sessionId } = await ask(1, 'session/new', { cwd: '/', mcpServers: [] });
  await ask(2, 'session/prompt', { sessionId, prompt: [{ type: 'text', text: 'What is the key?' }] });
  return shown;
}

test('an agent keeps the rule for rewrites that it is served with', async () => {
  expect([await shownUnder('reissue'), await shownUnder('hold')]).toEqual([
    ['The key is 1234.', 'The key is [removed].'],
    ['The key is [removed].'],
  ]);
});

test('[TR18] an abort reaches the streams, whatever stands between', () => {
  const calls: string[] = [];
  const transport = { ...memoryPair()[0], abort: () => void calls.push('abort') };
  for (const wrapped of [forAnyClient, forAnyAgent]) wrapped(transport).abort?.();
  expect(calls).toEqual(['abort', 'abort']);
});

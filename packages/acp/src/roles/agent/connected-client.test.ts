import { describe, expect, test } from 'vitest';
import type { RewriteRule } from '../../bridge/edges.ts';
import { ScriptedPeer } from '../../testing/scripted-peer.ts';
import { memoryPair } from '../../transport/memory-pair.ts';
import { connected } from '../test-support/pair.ts';
import { agent } from './agent.ts';
import type { ConnectedClient } from './connected-client.ts';
import { serve } from './serve.ts';

type Answer = { readonly id?: number; readonly result: { readonly sessionId: string } };

/** What an agent sees of a client with this handshake: in `newSession`, and in a turn. */
async function seenOf(params: object, rewrite?: RewriteRule): Promise<readonly ConnectedClient[]> {
  const [here, there] = memoryPair();
  const seen: ConnectedClient[] = [];
  const curious = agent({
    newSession: (_request, session) => void seen.push(session.client),
    prompt: (turn) => void seen.push(turn.client),
  });
  await using _ = serve(curious, there, rewrite === undefined ? {} : { bridge: { rewrite } });
  const client = new ScriptedPeer(here);
  async function ask(id: number, method: string, params: object): Promise<Answer['result']> {
    await client.send({ jsonrpc: '2.0', id, method, params });
    for (;;) {
      const message = (await client.next()) as Answer;
      if (message.id === id) return message.result;
    }
  }
  await ask(0, 'initialize', params);
  const { sessionId } = await ask(1, 'session/new', { cwd: '/', mcpServers: [] });
  await ask(2, 'session/prompt', { sessionId, prompt: [{ type: 'text', text: 'Who am I?' }] });
  return seen;
}

const clientInfo = { name: 'editor', title: 'The Editor', version: '1.2.3' };

describe('[RO26] an agent sees who its client is, what it can do and which version it speaks', () => {
  test.each<[string, object, ConnectedClient]>([
    [
      'a v2 client',
      {
        protocolVersion: 2,
        clientInfo,
        capabilities: { elicitation: { form: {} }, _meta: { 'example.com/dark': true } },
      },
      {
        info: clientInfo,
        capabilities: { elicitation: { form: {} }, _meta: { 'example.com/dark': true } },
        dialect: 'june',
        protocolVersion: 2,
      },
    ],
    [
      'a v2 client that says nothing of itself',
      { protocolVersion: 2 },
      { info: undefined, capabilities: undefined, dialect: 'june', protocolVersion: 2 },
    ],
    [
      'a client of a version to come, which is answered in v2',
      { protocolVersion: 3, clientInfo: null, capabilities: {} },
      { info: undefined, capabilities: {}, dialect: 'june', protocolVersion: 2 },
    ],
    [
      'a v1 client',
      {
        protocolVersion: 1,
        clientInfo,
        clientCapabilities: {
          fs: { readTextFile: true, writeTextFile: true },
          terminal: true,
          _meta: { terminal_output: true },
        },
      },
      { info: clientInfo, capabilities: { _meta: { terminal_output: true } }, dialect: 'v1', protocolVersion: 1 },
    ],
    [
      'a v1 client that says nothing of itself',
      { protocolVersion: 1 },
      { info: undefined, capabilities: undefined, dialect: 'v1', protocolVersion: 1 },
    ],
    [
      'a client of November',
      { protocolVersion: 2, info: clientInfo, capabilities: { auth: { terminal: {} }, elicitation: true } },
      { info: clientInfo, capabilities: { auth: { terminal: {} } }, dialect: 'november', protocolVersion: 2 },
    ],
    [
      'a client of November that says nothing of itself',
      { protocolVersion: 3, info: {}, capabilities: [] },
      {
        info: { name: 'unknown', version: 'unknown' },
        capabilities: undefined,
        dialect: 'november',
        protocolVersion: 2,
      },
    ],
  ])('%s', async (_, params, client) => {
    expect(await seenOf(params)).toStrictEqual([client, client]);
    // With a rule for rewrites the agent is asked in v2 on behalf of a v1 client.
    expect(await seenOf(params, 'hold')).toStrictEqual([client, client]);
  });

  test('a client of ours', async () => {
    const seen: ConnectedClient[] = [];
    await using pair = await connected({ prompt: (turn) => void seen.push(turn.client) }, { info: clientInfo });
    const session = await pair.client.newSession({ cwd: '/' });
    await session.prompt('Who am I?');
    expect(seen).toStrictEqual([{ info: clientInfo, capabilities: {}, dialect: 'june', protocolVersion: 2 }]);
    expect(pair.connection.sessions.get(session.id)?.client).toBe(seen[0]);
  });
});

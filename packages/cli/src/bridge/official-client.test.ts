import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable, Writable } from 'node:stream';
import { client, ndJsonStream, type SessionNotification } from '@agentclientprotocol/sdk';
import { beforeAll, expect, test } from 'vitest';
import { buildPackages } from '../../../../test/support/build.ts';
import { commandFile } from '../test-support/built-command.ts';

beforeAll(buildPackages);

/** The v1 client of the official SDK, a bridge, and the demo agent that speaks v2 alone. */
function bridged() {
  const agent = [process.execPath, commandFile, 'agent', '--protocol', '2', '--pace', '0'];
  const child = spawn(process.execPath, [commandFile, 'bridge', '--', ...agent], { stdio: ['pipe', 'pipe', 'ignore'] });
  const stream = ndJsonStream(Writable.toWeb(child.stdin), Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>);
  return { child, stream };
}

test('the v1 client of the official SDK drives the v2 demo agent through emend bridge', async () => {
  const { child, stream } = bridged();
  const updates: SessionNotification['update'][] = [];
  const asked: string[][] = [];
  await client({ name: 'official' })
    .onNotification('session/update', ({ params }) => void updates.push(params.update))
    .onRequest('session/request_permission', ({ params }) => {
      asked.push(params.options.map((option) => option.kind));
      const allowed = params.options.find((option) => option.kind === 'allow_once');
      return { outcome: { outcome: 'selected', optionId: allowed?.optionId ?? '' } };
    })
    .connectWith(stream, async (agent) => {
      const hello = await agent.request('initialize', { protocolVersion: 1, clientCapabilities: {} });
      expect(hello.protocolVersion).toBe(1);
      const { sessionId, modes } = await agent.request('session/new', { cwd: process.cwd(), mcpServers: [] });
      expect(modes?.availableModes.length).toBeGreaterThan(0);
      await expect.poll(() => updates.map((update) => update.sessionUpdate)).toEqual(['available_commands_update']);
      async function say(text: string): Promise<Set<string>> {
        updates.length = 0;
        const { stopReason } = await agent.request('session/prompt', { sessionId, prompt: [{ type: 'text', text }] });
        expect(stopReason).toBe('end_turn');
        return new Set(updates.map((update) => update.sessionUpdate));
      }
      // Names of v1 and no other: unconverted traffic would be valid v2 all the same (T1).
      expect(await say('/stream')).toEqual(new Set(['session_info_update', 'agent_message_chunk']));
      expect(await say('/tools')).toEqual(new Set(['agent_message_chunk', 'tool_call', 'tool_call_update']));
      expect((await say('/plan')).has('plan')).toBe(true);
      await say('/permission');
      expect(asked).toHaveLength(1);
      await agent.request('session/set_mode', { sessionId, modeId: modes?.availableModes.at(-1)?.id ?? '' });

      updates.length = 0;
      // More than anybody would wait for.
      const endless = '/flood 10000000';
      const turn = agent.request('session/prompt', { sessionId, prompt: [{ type: 'text', text: endless }] });
      await expect.poll(() => updates.length).toBeGreaterThan(0);
      await agent.notify('session/cancel', { sessionId });
      expect((await turn).stopReason).toBe('cancelled');
    });
  child.stdin.end();
  if (child.exitCode === null) await once(child, 'exit');
  expect(child.exitCode).toBe(0);
});

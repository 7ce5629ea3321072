import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { foldedSession } from '../../session/folded.ts';
import { spawnAgent } from '../process/spawn-agent.ts';
import { program } from '../test-support/programs.ts';
import { localHost } from './local-host.ts';

/** Made with the official SDK, v1: says what it may ask for and what is in a file. */
const officialAgent = `
  import { agent, ndJsonStream } from '@agentclientprotocol/sdk';
  import { Readable, Writable } from 'node:stream';
  let capabilities;
  agent({ name: 'official' })
    .onRequest('initialize', ({ params }) => {
      capabilities = params.clientCapabilities;
      return { protocolVersion: 1, agentCapabilities: {} };
    })
    .onRequest('session/new', () => ({ sessionId: 's' }))
    .onRequest('session/prompt', async ({ params, client }) => {
      const { sessionId, prompt } = params;
      const { content } = await client.request('fs/read_text_file', { sessionId, path: prompt[0].text });
      const text = JSON.stringify([capabilities.fs, capabilities.terminal, content]);
      await client.notify('session/update', { sessionId, update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } } });
      return { stopReason: 'end_turn' };
    })
    .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));
`;

test('a client written for v2 serves files to a v1 agent that it spawned', async () => {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'emend-spawned-')));
  writeFileSync(join(cwd, 'f'), 'inside');
  const serve = localHost({ serve: ['files'] });
  const client = await spawnAgent(process.execPath, [await program(officialAgent)], { bridge: { serve } });
  const session = await client.newSession({ cwd });
  await session.prompt(join(cwd, 'f'));
  const { messages } = foldedSession(session.state);
  expect(messages.at(-1)?.content).toEqual([
    { type: 'text', text: '[{"readTextFile":true,"writeTextFile":true},false,"inside"]' },
  ]);
  await client.close();
  rmSync(cwd, { recursive: true });
});

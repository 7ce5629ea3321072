import { expect, test } from 'vitest';
import { MemoryLog } from '../../log/memory-log.ts';
import { rawClientOf, textPrompt } from '../test-support/raw-client.ts';
import { agent } from './agent.ts';
import { type AccessScope, ClientAccess } from './client-access.ts';

test('[RO97] a client without any scope neither opens nor lists sessions, and is told so', async () => {
  const served = agent({ sessions: { log: new MemoryLog() }, async prompt() {} });
  const owner = await rawClientOf(served, 'june');
  const sessionId = await owner.open();
  const stranger = await rawClientOf(served, 'june', { serving: { access: [] } });
  const refused = (scope: AccessScope) => ({
    code: -32000,
    message: 'This client has no access to sessions.',
    data: { scope },
  });
  expect(await stranger.load(sessionId)).toEqual(refused('observe'));
  expect(await stranger.load(sessionId, { 'emend/role': 'observe' })).toEqual(refused('observe'));
  expect(await stranger.ask('session/resume', { sessionId, cwd: '/w' })).toEqual(refused('observe'));
  expect(await stranger.ask('session/list', {})).toEqual(refused('observe'));
  expect(await stranger.ask('session/new', { cwd: '/w', mcpServers: [] })).toEqual(refused('prompt'));
  expect(await stranger.ask('session/prompt', textPrompt(sessionId, 'go'))).toHaveProperty('code');
  await Promise.all([owner.close(), stranger.close()]);
});

test.each<AccessScope>(['observe', 'prompt', 'approve', 'admin'])('[RO97] %s includes observing', (scope) => {
  const access = new ClientAccess([scope]);
  expect([access.may('observe'), access.narrowed({ 'emend/role': 'observe' }).may('observe')]).toEqual([true, true]);
});

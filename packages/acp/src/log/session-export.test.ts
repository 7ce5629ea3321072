import { expect, test } from 'vitest';
import { chunk, message, prompt, session, toolCall } from '../testing/log-sessions.ts';
import { MemoryLog } from './memory-log.ts';
import { exportSession } from './session-export.ts';

test('[LG19] an export is a load: the request, what the session shows now, and the response', async () => {
  const log = new MemoryLog();
  await log.create({ ...session('s'), additionalDirectories: ['/other'] });
  const events = [prompt('a'), chunk('m', 'the '), chunk('m', 'secret'), toolCall('c', { status: 'in_progress' })];
  await log.append('s', [...events, message('m', ['public', ' now'])], { expected: 0, at: 1, history: 'keep' });
  const update = (fields: object) => ({
    jsonrpc: '2.0',
    method: 'session/update',
    params: { sessionId: 's', update: fields },
  });
  expect(await exportSession(log, 's')).toEqual([
    {
      jsonrpc: '2.0',
      id: 's',
      method: 'session/load',
      params: { sessionId: 's', cwd: '/project', additionalDirectories: ['/other'], mcpServers: [] },
    },
    update({ sessionUpdate: 'user_message', messageId: 'prompt-0', content: [{ type: 'text', text: 'a' }] }),
    update(message('m', ['public now']).update),
    update(toolCall('c', { status: 'in_progress' }).update),
    { jsonrpc: '2.0', id: 's', result: {} },
  ]);
  await expect(exportSession(log, 'none')).rejects.toMatchObject({ failure: 'unknown_session' });
});

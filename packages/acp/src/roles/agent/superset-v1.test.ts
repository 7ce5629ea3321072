import { expect, test } from 'vitest';
import { rawClient, textPrompt } from '../test-support/raw-client.ts';
import { fileDiff } from './file-diff.ts';
import type { Turn } from './turn.ts';

/** Runs one turn with a v1 client, and returns what it got. */
async function toV1(prompt: (turn: Turn) => Promise<never | void>, capabilities = {}) {
  const client = await rawClient('v1', { prompt }, { capabilities });
  await client.ask('session/prompt', textPrompt(await client.open(), 'go'));
  return { client, updates: client.updates().filter(({ sessionUpdate }) => sessionUpdate !== 'user_message_chunk') };
}

test('[RO70] [N133] a v1 client gets terminals as text, names and changes of files as it can read them', async () => {
  const { updates, client } = await toV1(async (turn) => {
    const terminal = turn.terminal({ command: 'ls', cwd: '/w' });
    const call = turn.toolCall({ id: 'c', title: 'List', name: 'Bash', kind: 'execute' });
    await call.append(terminal);
    await terminal.write('a\n');
    await terminal.exit({ exitCode: 0 });
    await call.append(fileDiff({ operation: 'move', oldPath: '/w/a', path: '/w/b' }));
    await call.finish();
  });
  expect(updates[0]).toMatchObject({ sessionUpdate: 'tool_call', toolCallId: 'c', title: 'List', kind: 'execute' });
  const texts = JSON.stringify(updates);
  expect(texts).toContain('a\\n');
  expect(texts).toContain('Moved /w/a → /w/b');
  expect(updates.at(-1)).toMatchObject({ sessionUpdate: 'tool_call_update', toolCallId: 'c', status: 'completed' });
  expect(client.received.filter(({ error }) => error !== undefined)).toEqual([]);
});

test('[N133] a v1 client that offers notices gets them, and no other v1 client is sent an update that it does not know', async () => {
  const notify = async (turn: Turn) => void (await turn.notice({ severity: 'info', title: 'Hello' }));
  const able = await toV1(notify, { session: { notices: {} } });
  expect(able.updates).toEqual([{ sessionUpdate: 'notice', severity: 'info', title: 'Hello' }]);
  const plain = await toV1(notify);
  expect(plain.updates).toEqual([]);
  expect(plain.client.ledger).toContainEqual(expect.objectContaining({ rule: 'notice', direction: 'Nto1' }));
});

test('[N133] a v1 client that offers forms is asked, and gets its answer typed', async () => {
  const client = await rawClient(
    'v1',
    {
      prompt: async (turn) => {
        const answer = await turn.elicit({
          message: 'Name?',
          schema: { properties: { name: { type: 'string' } }, required: ['name'] },
        });
        await turn.message().append(answer.action === 'accept' ? answer.content.name : answer.action);
      },
    },
    {
      capabilities: { elicitation: { form: {} } },
      answers: { 'elicitation/create': () => ({ action: 'accept', content: { name: 'Ann' } }) },
    },
  );
  await client.ask('session/prompt', textPrompt(await client.open(), 'go'));
  expect(client.updates().at(-1)).toMatchObject({ content: { type: 'text', text: 'Ann' } });
});

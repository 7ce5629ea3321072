import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agent, type ClientOptions, connect, memoryPair, serve, type Turn } from '@emend/acp';
import { ask } from './ask.ts';
import { chosen } from './permission.ts';

/** Connects the client to an agent in memory that does this with a prompt, and returns what is shown of its turn. */
async function shown(prompt: (turn: Turn) => Promise<void>, options?: ClientOptions): Promise<string> {
  const [here, there] = memoryPair();
  serve(agent({ prompt }), there);
  const client = await connect(here, options);
  try {
    const session = await client.newSession({ cwd: '/project' });
    let text = '';
    const stopReason = await ask(session, 'hello', (more) => {
      text += more;
    });
    return `${text} (${stopReason})`;
  } finally {
    await client.close();
  }
}

test('what the agent says is shown', async () => {
  const text = await shown(async (turn) => {
    const message = turn.message();
    for (const word of ['You ', 'said: ', turn.text]) await message.append(word);
  });
  assert.equal(text, 'You said: hello (end_turn)');
});

test('a corrected message ends with the correction', async () => {
  const text = await shown(async (turn) => {
    const message = turn.message();
    await message.append('All tests pass.');
    await message.set('One test fails.');
  });
  assert.match(text, /One test fails\. \(end_turn\)$/);
});

for (const [answer, outcome] of [
  ['1', 'done'],
  ['', 'not allowed'],
] as const) {
  test(`a tool is ${outcome} after the answer '${answer}'`, async () => {
    const text = await shown(
      async (turn) => {
        const { isAllowed } = await turn.requestPermission(turn.toolCall({ title: 'Set the clock', kind: 'execute' }));
        await turn.message().append(isAllowed ? 'done' : 'not allowed');
      },
      { requestPermission: (request) => chosen(request, answer) },
    );
    assert.equal(text, `${outcome} (end_turn)`);
  });
}

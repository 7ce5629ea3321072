import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ClientOptions, type ClientSession, connect, memoryPair, serve } from '@emend/acp';
import { messageText } from '@emend/acp/view';
import { myAgent } from './my-agent.ts';

/** Connects a client to the agent, in memory, and closes it after its use. */
async function withSession(use: (session: ClientSession) => Promise<void>, options?: ClientOptions): Promise<void> {
  const [here, there] = memoryPair();
  serve(myAgent, there);
  const client = await connect(here, options);
  try {
    await use(await client.newSession({ cwd: import.meta.dirname }));
  } finally {
    await client.close();
  }
}

const said = (session: ClientSession) =>
  [...session.state.messages].map((each) => `${each.kind}: ${messageText(each)}`);
const calls = (session: ClientSession) => [...session.state.toolCalls].map(({ status }) => status);

test('the agent answers a prompt', () =>
  withSession(async (session) => {
    assert.deepEqual(await session.prompt('hello'), { stopReason: 'end_turn' });
    assert.deepEqual(said(session), ['user: hello', 'agent: You said: hello']);
  }));

test('the agent uses its tool if that is allowed', () =>
  withSession(
    async (session) => {
      await session.prompt('list');
      assert.deepEqual(calls(session), ['completed']);
      assert.match(said(session)[1] ?? '', /^agent: There are \d+ files\.$/);
    },
    {
      requestPermission: ({ options }) =>
        options.find(({ kind }) => kind === 'allow_once')?.optionId ?? { outcome: 'cancelled' },
    },
  ));

test('the agent leaves the files alone if nobody allows it', () =>
  withSession(async (session) => {
    await session.prompt('list');
    assert.deepEqual(calls(session), ['failed']);
    assert.deepEqual(said(session), ['user: list', 'agent: I did not look at your files.']);
  }));

test('a turn can be cancelled', () =>
  withSession(async (session) => {
    const stop = new AbortController();
    const turn = session.prompt('wait', { signal: stop.signal });
    stop.abort();
    assert.deepEqual(await turn, { stopReason: 'cancelled' });
  }));

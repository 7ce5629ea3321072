import { expect, test } from 'vitest';
import { MemoryLog } from '../../log/memory-log.ts';
import { connect } from '../client/connect.ts';
import { rawClientOf } from '../test-support/raw-client.ts';
import { type Incoming, type PlainAgent, type Script, type Voice, v1Agent } from '../test-support/v1-agent.ts';
import { relayAgent } from './relay-agent.ts';

const refuses = (error: object) => (message: Incoming, voice: Voice) => voice.refuse(message, error);
const prompt = [{ type: 'text', text: 'again' }];

/** A session of an agent behind, which knows it as `behind`, and what a client is answered. */
async function opened(script: Script, behind = 's', dialect: 'june' | 'v1' = 'june') {
  const agents: PlainAgent[] = [];
  const relay = await relayAgent({
    sessions: { log: new MemoryLog() },
    connect(options) {
      const started = v1Agent({
        'session/new': (message, voice) => voice.answer(message, { sessionId: behind }),
        ...script,
      });
      agents.push(started);
      return connect(started.transport, options);
    },
  });
  const client = await rawClientOf(relay.agent, dialect);
  const sessionId = await client.open();
  return {
    client,
    sessionId,
    endAgent: () => agents.at(-1)?.voice.end(),
    async [Symbol.asyncDispose]() {
      await client.close();
      await relay.close();
    },
  };
}

const gone =
  'The agent has ended, and did not find its session again. The history can still be read; go on in a new session.';

test.each(['june', 'v1'] as const)(
  '[RO126] a session that the agent behind does not find again is not gone for a %s client, which can still read it',
  async (dialect) => {
    const answer = {
      code: -32002,
      message: 'No session inner-77 (inner-77).',
      data: { sessionId: 'inner-77', at: [1] },
    };
    const script: Script = { 'session/resume': refuses(answer), 'session/load': refuses(answer) };
    await using session = await opened(script, 'inner-77', dialect);
    const { client, sessionId, endAgent } = session;
    await client.ask('session/prompt', { sessionId, prompt });
    endAgent();
    // The end of the agent may be known only with the next prompt.
    await expect
      .poll(() => client.ask('session/prompt', { sessionId, prompt }))
      .toEqual({
        code: -32603,
        message: `${gone} The agent says: No session ${sessionId} (${sessionId}).`,
        data: { sessionId, at: [1] },
      });
    expect(await client.load(sessionId)).not.toHaveProperty('code');
  },
);

test.each([
  [{ code: -32000, message: 'Log in, for session s.' }, (id: string) => `Log in, for session ${id}.`],
  [{ code: -32000, message: 'Step s of 3 failed: session=s' }, (id: string) => `Step s of 3 failed: session=${id}`],
  [
    { code: -32602, message: 'The agent’s "s" and agent\'s s, not s-1 or its.' },
    (id: string) => `The agent’s "${id}" and agent's s, not s-1 or its.`,
  ],
])('[RO126] other reasons keep their code: %o', async (answer, words) => {
  await using session = await opened({ 'session/resume': refuses(answer) });
  const { client, sessionId, endAgent } = session;
  endAgent();
  await expect
    .poll(() => client.ask('session/prompt', { sessionId, prompt }))
    .toEqual({
      code: answer.code,
      message: `The agent has ended, and did not take up the session again: ${words(sessionId)}`,
    });
});

test('[RO126] what an agent does not find while it runs: its session, or something else', async () => {
  const noSession = { code: -32002, message: 'Session not found', data: { sessionId: 'inner.7' } };
  const notOpen = {
    code: -32600,
    message: 'Session not found',
    data: { sessionId: 'inner.7', reason: 'not_open' },
  };
  const noFile = { code: -32002, message: 'No file /inner.', data: { uri: 'file:///inner' } };
  await using session = await opened(
    {
      'session/prompt': refuses(noSession),
      '_own/session': refuses(noSession),
      '_own/unopened': refuses(notOpen),
      '_own/file': refuses(noFile),
    },
    'inner.7',
  );
  const { client, sessionId } = session;
  const lost = {
    code: -32603,
    message:
      'The agent has lost its session. The history can still be read; go on in a new session. The agent says: Session not found',
    data: { sessionId },
  };
  expect([
    await client.ask('session/prompt', { sessionId, prompt }),
    await client.ask('_own/session', { sessionId }),
    await client.ask('_own/unopened', { sessionId }),
    await client.ask('_own/file', { sessionId }),
  ]).toEqual([lost, lost, lost, noFile]);
});

test('[RO144] a short id is that of the session in quotes, or where a session is spoken of', async () => {
  const texts = {
    '_own/step': 'Step s1 of 3 failed',
    '_own/file': 'No file s1.',
    '_own/session': 'Session s1 is away',
    '_own/id': 'session id: s1',
    '_own/quoted': "There is no 's1', not s1x, session s1-2 or the agent's1'",
  };
  const script = Object.entries(texts).map(([method, message]) => [
    method,
    refuses({ code: -32002, message, data: { step: 's1', inner: { sessionId: 's1', text: message } } }),
  ]);
  await using session = await opened(Object.fromEntries(script), 's1');
  const { client, sessionId } = session;
  const asked = Object.keys(texts).map(async (method) => {
    const { code, message, data } = await client.ask(method, { sessionId });
    const { inner, step } = data as { readonly step: unknown; readonly inner: { readonly text: unknown } };
    return [code, String(message).replace(/^.* The agent says: /, ''), step, inner];
  });
  const told = (text: string): unknown => [-32603, text, 's1', { sessionId, text }];
  expect(await Promise.all(asked)).toEqual(
    [
      'Step s1 of 3 failed',
      'No file s1.',
      `Session ${sessionId} is away`,
      `session id: ${sessionId}`,
      `There is no '${sessionId}', not s1x, session s1-2 or the agent's1'`,
    ].map(told),
  );
});

test('[RO144] what is not found and names a step, with the id of a session, is no lost session', async () => {
  const answer = { code: -32002, message: 'Step s1 of 3 was not found.', data: { step: 's1' } };
  await using session = await opened({ '_own/step': refuses(answer) }, 's1');
  expect(await session.client.ask('_own/step', { sessionId: session.sessionId })).toEqual(answer);
});

test('[RO126] a prompt that the agent does not find something for is no sign that the session is gone', async () => {
  await using session = await opened({ 'session/prompt': refuses({ code: -32002, message: 'No file /x.' }) });
  const { client, sessionId } = session;
  expect(await client.ask('session/prompt', { sessionId, prompt })).toEqual({
    code: -32603,
    message: 'The agent did not find something: No file /x.',
  });
});

import { expect, test } from 'vitest';
import { MemoryLog } from '../log/memory-log.ts';
import { memoryPair } from '../transport/memory-pair.ts';
import { type Agent, agent } from './agent/agent.ts';
import { type ServeOptions, serve } from './agent/serve.ts';
import { connect } from './client/connect.ts';
import { isAuthenticationRequired } from './client/login.ts';
import type { ClientOptions } from './client/options.ts';
import { type Json, rawClientOf, textPrompt } from './test-support/raw-client.ts';

const cwd = '/w';

/** An agent that asks for permission at each prompt, and what it was answered. */
function asking() {
  const answers: unknown[] = [];
  const served = agent({
    sessions: { log: new MemoryLog() },
    async prompt(turn) {
      answers.push((await turn.requestPermission({ toolCallId: 'call', title: 'Publish' })).outcome);
    },
  });
  return { served, answers };
}

const clientOf = (served: Agent, options: ClientOptions = {}, serving: ServeOptions = {}) => {
  const [near, far] = memoryPair();
  serve(served, far, serving);
  return connect(near, options);
};

test.each(['june', 'november'] as const)(
  '[RO94] a %s client without a way to decide leaves permissions to others, and cancels them if it is alone',
  async (prefers) => {
    const { served, answers } = asking();
    const idle = await clientOf(served, { prefers });
    const session = await idle.newSession({ cwd });
    await session.prompt('one');
    const person = await rawClientOf(served, 'june');
    await person.load(session.id);
    const turn = person.ask('session/prompt', textPrompt(session.id, 'two'));
    const question = await person.until(({ method }) => method === 'session/request_permission');
    // The other client has answered by then, if it does.
    for (let round = 0; round < 3; round++) await person.ask('session/list', {});
    person.reply(question, { result: { outcome: { outcome: 'selected', optionId: 'allow' } } });
    await turn;
    expect(answers).toEqual([{ outcome: 'cancelled' }, { outcome: 'selected', optionId: 'allow' }]);
    await Promise.all([idle.close(), person.close()]);
  },
);

test('[RO94] [RO95] a client without a way to decide cancels what only it was asked, also if others watch', async () => {
  const { served, answers } = asking();
  const serving = { unattended: 'wait' } as const;
  const idle = await clientOf(served, {}, serving);
  const session = await idle.newSession({ cwd });
  const watcher = await rawClientOf(served, 'june', { serving });
  await watcher.load(session.id, { 'emend/role': 'observe' });
  await session.prompt('one');
  expect(answers).toEqual([{ outcome: 'cancelled' }]);
  // Nor does one that comes while it is asked change that.
  const person = await rawClientOf(served, 'june', { serving });
  await person.load(session.id);
  const turn = session.prompt('two');
  const question = await person.until(({ method }) => method === 'session/request_permission');
  person.reply(question, { result: { outcome: { outcome: 'selected', optionId: 'allow' } } });
  await turn;
  expect(answers.at(-1)).toEqual({ outcome: 'selected', optionId: 'allow' });
  await Promise.all([idle.close(), watcher.close(), person.close()]);
});

test('[RO97] who may not do something is not told to log in', async () => {
  const { served } = asking();
  const owner = await clientOf(served);
  const { id } = await owner.newSession({ cwd });
  let logins = 0;
  const chooseAuthMethod = () => {
    logins += 1;
    return undefined;
  };
  const watcher = await clientOf(served, { chooseAuthMethod }, { access: ['observe'] });
  const watched = await watcher.loadSession({ sessionId: id, cwd });
  const refusal: unknown = await watched.prompt('hi').catch((error: unknown) => error);
  expect(refusal).toMatchObject({ code: -32000, message: 'This client is read only.', data: { scope: 'prompt' } });
  expect([isAuthenticationRequired(refusal), logins]).toEqual([false, 0]);
  await Promise.all([owner.close(), watcher.close()]);
});

test('[RO97] a role that is misspelled is refused, and gives no rights', async () => {
  const { served } = asking();
  const owner = await clientOf(served);
  const { id } = await owner.newSession({ cwd });
  const raw = await rawClientOf(served, 'june');
  expect(await raw.load(id, { 'emend/role': 'watch' })).toEqual({
    code: -32602,
    message: 'emend/role is "observe" or "control", not "watch".',
  });
  expect(await raw.load(id, { 'emend/role': 'control' })).not.toHaveProperty('code');
  await Promise.all([owner.close(), raw.close()]);
});

test.each(['june', 'november'] as const)(
  '[RO98] a %s client asks for news with the `_meta` of its handshake',
  async (prefers) => {
    const { served } = asking();
    const told: Json[] = [];
    const notifications = { '_emend/clients': (params: unknown) => void told.push(params as Json) };
    const client = await clientOf(served, { prefers, meta: { 'emend/shared': 1 }, notifications });
    const { id: sessionId } = await client.newSession({ cwd });
    await expect.poll(() => told).toEqual([{ sessionId, clients: [expect.objectContaining({ self: true })] }]);
    await client.close();
  },
);

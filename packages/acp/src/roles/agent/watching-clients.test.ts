import { expect, test } from 'vitest';
import { deferred } from '../../jsonrpc/test-support/connect.ts';
import { entriesOf } from '../../testing/log-sessions.ts';
import { patientAgent, tells } from '../test-support/patient-agent.ts';
import { type Json, type RawClient, rawClientOf, textPrompt } from '../test-support/raw-client.ts';
import type { ServeOptions } from './serve.ts';

const observing: ServeOptions = { access: ['observe'], whenClientLeaves: 'finish' };
const prompting: ServeOptions = { whenClientLeaves: 'finish' };

/** A turn whose client has left, while somebody looks on, in each dialect. */
async function onlyWatched(dialect: 'v1' | 'june' | 'november') {
  const agent = patientAgent();
  const prompter = await rawClientOf(agent.served, 'june', { serving: prompting });
  const sessionId = await prompter.open();
  const observer = await rawClientOf(agent.served, dialect, { serving: observing });
  await observer.load(sessionId);
  void prompter.ask('session/prompt', textPrompt(sessionId, 'one'));
  await observer.until(tells('one begins'));
  await prompter.close();
  return { ...agent, sessionId, observer };
}

const dialects = ['v1', 'june', 'november'] as const;

test.each(dialects)(
  '[RO97] [X20] a %s client that may only watch ends no turn by closing or loading the session, also if nobody else is there',
  async (dialect) => {
    const { turns, log, goOn, sessionId, observer } = await onlyWatched(dialect);
    const refused = { code: -32000, message: 'This client is read only.', data: { scope: 'prompt' } };
    expect(await observer.ask('session/close', { sessionId })).toEqual(refused);
    expect(await observer.load(sessionId)).not.toHaveProperty('code');
    expect(turns.map(({ signal }) => signal.aborted)).toEqual([false]);
    goOn('one');
    await observer.until(tells('one ends'));
    const ended = async (): Promise<unknown> => (await entriesOf(log, sessionId)).at(-1)?.event;
    await expect.poll(ended).toMatchObject({ type: 'turn_ended', stopReason: 'end_turn' });
    // With nothing left to end, it may close it.
    expect(await observer.ask('session/close', { sessionId })).toEqual({});
    await observer.close();
  },
);

/** A turn that asks what the protocol does not define after its client has left; who else has the session is up to the test. */
async function askingOthers(...servings: readonly ServeOptions[]) {
  const hasLeft = deferred();
  const answers: unknown[] = [];
  const { served } = patientAgent({
    async prompt(turn) {
      await turn.message().append('begins');
      await hasLeft.promise;
      answers.push(await turn.extension('_own/asked').catch(({ message }: Error) => message));
    },
  });
  const prompter = await rawClientOf(served, 'june', { serving: prompting });
  const sessionId = await prompter.open();
  const others: RawClient[] = [];
  for (const serving of servings) {
    const other = await rawClientOf(served, 'june', {
      serving,
      answers: { '_own/asked': () => servings.indexOf(serving) },
    });
    await other.load(sessionId);
    others.push(other);
  }
  void prompter.ask('session/prompt', textPrompt(sessionId, 'go'));
  await prompter.until(tells('begins'));
  await prompter.close();
  hasLeft.resolve();
  await expect.poll(() => answers.length).toBe(1);
  await Promise.all(others.map((client) => client.close()));
  return answers;
}

test('[RO97] [X20] a request of the agent that the protocol does not define goes to a client that may prompt when that of the turn has left, never to one that watches', async () => {
  expect(await askingOthers(observing, prompting)).toEqual([1]);
  expect(await askingOthers(observing)).toEqual(['No client is there to answer.']);
});

test('[RO96] [X24] a prompt that runs after its sender has left says who sent it', async () => {
  const { served, log, goOn } = patientAgent();
  const [ada, bob] = [
    await rawClientOf(served, 'june', { serving: prompting }),
    await rawClientOf(served, 'june', { serving: prompting }),
  ] as const;
  const sessionId = await ada.open();
  await bob.load(sessionId);
  void ada.ask('session/prompt', textPrompt(sessionId, 'one'));
  void ada.ask('session/prompt', textPrompt(sessionId, 'two'));
  await bob.until(tells('one begins'));
  await ada.ask('session/list', {});
  await ada.close();
  goOn('one');
  goOn('two');
  await bob.until(tells('two ends'));
  const messages = bob.updates().filter(({ sessionUpdate }) => sessionUpdate === 'user_message');
  const [first, second] = messages.map(({ _meta }) => (_meta as Json | undefined)?.['emend/by']);
  expect([first, second]).toEqual([{ client: expect.any(String), name: 'raw' }, first]);
  const prompts = (await entriesOf(log, sessionId)).flatMap(({ event }) =>
    event.type === 'prompt_sent' ? [event.by] : [],
  );
  expect(prompts).toEqual([first, first]);
  await bob.close();
});

test('[RO92] a session is closed when its last clients close it at once, while a load that fails is before them', async () => {
  const closed: string[] = [];
  const { served, log } = patientAgent({ closeSession: ({ id }) => void closed.push(id) });
  const [ada, bob, late] = [
    await rawClientOf(served, 'june', { serving: prompting }),
    await rawClientOf(served, 'june', { serving: prompting }),
    await rawClientOf(served, 'june', { serving: prompting }),
  ] as const;
  const sessionId = await ada.open();
  await bob.load(sessionId);
  const mayFind = deferred();
  const find = log.find.bind(log);
  log.find = (id) => mayFind.promise.then(() => find(id));
  const load = late.ask('session/load', { sessionId, cwd: '/elsewhere', mcpServers: [] });
  await late.ask('session/list', {});
  const closing = [ada, bob].map((client) => client.ask('session/close', { sessionId }));
  await Promise.all([ada, bob].map((client) => client.ask('session/list', {})));
  mayFind.resolve();
  expect(await load).toMatchObject({ code: -32602 });
  expect(await Promise.all(closing)).toEqual([{}, {}]);
  expect(closed).toEqual([sessionId]);
  await Promise.all([ada, bob, late].map((client) => client.close()));
});

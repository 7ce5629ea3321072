import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RpcError } from '../../jsonrpc/rpc-error.ts';
import type { AsyncAgentDefinition } from '../agent/definition.ts';
import { passPause, reached, waiting, working } from '../test-support/cut-client.ts';
import { dialects, lasting, says, textsOf, told } from '../test-support/lasting.ts';
import { notNow, type Refuse } from '../test-support/refusing.ts';
import { until } from '../test-support/until.ts';
import type { ClientSession } from './session.ts';

const cwd = '/project';
const gone = new RpcError(-32002, 'There is no such session.');
const reconnected = { type: 'reconnected', loaded: [], resumed: [], lost: [], restoring: [] } as const;
const refusedText = 'The connection was lost, and the session could not be loaded again: Not now.';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

const shown = (session: ClientSession) => [session.isBusy, textsOf(session)];

test.each(dialects)(
  '[RO86] a %s session that is refused for now is tried again after growing pauses, and delays no other',
  async (spoken) => {
    let refusals = 4;
    let refused = '';
    const refuse: Refuse = (sessionId) => (sessionId === refused && refusals-- > 0 ? notNow : undefined);
    const { client, cut, events, heard, mayGoOn, times, session, prompt } = await working(spoken, refuse);
    const other = await client.newSession({ cwd });
    refused = session.id;
    const before = shown(session);
    expect(before[0]).toBe(true);
    await cut();
    const next = session.prompt('two');
    await waiting();
    const option = session.setConfigOption('m', 'b');
    const asked = client.request('_x/ask', { sessionId: session.id });
    expect(await other.prompt('three')).toMatchObject({ stopReason: 'end_turn' });
    expect(shown(session)).toEqual(before);
    for (let pauses = 0; pauses < 3; pauses++) await passPause();
    await waiting();
    expect([shown(session), heard]).toEqual([before, ['one', 'three']]);
    await passPause();
    await asked;
    expect((await option)[0]).toMatchObject({ currentValue: 'b' });
    mayGoOn.open();
    expect(await prompt).toMatchObject({ stopReason: 'end_turn' });
    expect(await next).toMatchObject({ stopReason: 'end_turn' });
    expect(textsOf(session)).toEqual([
      ['user', 'one'],
      ['agent', 'before one after'],
      // A v1 client shows what it has sent on this connection by itself.
      ...(spoken === 'v1' ? [] : [['user', 'two']]),
      ['agent', 'before two after'],
    ]);
    expect([...heard].sort()).toEqual(['asked', 'one', 'option b', 'three', 'two']);
    // That of the other session is not refused.
    expect(times).toEqual([0, 0, 500, 1500, 3500, 5500]);
    expect(told(events)).toEqual([
      ['connection-lost', expect.any(String)],
      { ...reconnected, loaded: [other.id], restoring: [session.id] },
      { ...reconnected, loaded: [session.id] },
    ]);
    expect([client.sessions.get(session.id) === session, vi.getTimerCount()]).toEqual([true, 0]);
    await client.close();
  },
);

test.each(dialects)('[RO86] a %s session that stays refused is lost after two minutes', async (spoken) => {
  const { client, cut, events, heard, times, session, prompt } = await working(spoken, () => notNow);
  await cut();
  const next = session.prompt('two');
  next.catch(() => {});
  await waiting();
  await reached(() => {
    if (vi.getTimerCount() > 0) vi.advanceTimersToNextTimer();
    return client.sessions.size === 0;
  });
  const lost = { reason: 'forgotten', message: refusedText, cause: { code: -32050 } };
  await expect(prompt).rejects.toMatchObject(lost);
  await expect(next).rejects.toMatchObject(lost);
  await expect(session.prompt('three')).rejects.toMatchObject(lost);
  expect([...times.slice(0, 6), times.at(-1)]).toEqual([0, 500, 1500, 3500, 5500, 7500, 121_500]);
  expect(times).toHaveLength(63);
  expect(told(events)).toEqual([
    ['connection-lost', expect.any(String)],
    { ...reconnected, restoring: [session.id] },
    { ...reconnected, lost: [session.id] },
  ]);
  expect([session.isBusy, heard, vi.getTimerCount()]).toEqual([false, ['one'], 0]);
  await client.close();
});

test('[RO86] any other refusal ends the attempts', async () => {
  const refusals = [notNow, notNow, gone];
  const { client, cut, events, times, session, prompt } = await working('june', () => refusals.shift());
  await cut();
  await passPause();
  await passPause();
  await expect(prompt).rejects.toMatchObject({ reason: 'forgotten', cause: { code: -32002 } });
  expect(told(events)).toEqual([
    ['connection-lost', 'ended'],
    { ...reconnected, restoring: [session.id] },
    { ...reconnected, lost: [session.id] },
  ]);
  expect([times, client.sessions.size, vi.getTimerCount()]).toEqual([[0, 500, 1500], 0, 0]);
  await client.close();
});

test.each(dialects)(
  '[RO86] a connection that is cut while a %s session is tried again leaves one sequence of attempts',
  async (spoken) => {
    let isRefused = true;
    const { client, connections, cut, events, heard, mayGoOn, times, session, prompt } = await working(spoken, () =>
      isRefused ? notNow : undefined,
    );
    const before = textsOf(session);
    await cut();
    const next = session.prompt('two');
    await passPause();
    await passPause();
    await waiting();
    await cut();
    await reached(() => connections() === 3);
    await waiting();
    expect([vi.getTimerCount(), textsOf(session)]).toEqual([1, before]);
    await passPause();
    await waiting();
    isRefused = false;
    await passPause();
    mayGoOn.open();
    expect([await prompt, await next]).toMatchObject([{ stopReason: 'end_turn' }, { stopReason: 'end_turn' }]);
    expect([heard, times, vi.getTimerCount()]).toEqual([['one', 'two'], [0, 500, 1500, 1500, 2000, 3000], 0]);
    const lost = ['connection-lost', expect.any(String)];
    const restoring = { ...reconnected, restoring: [session.id] };
    expect(told(events)).toEqual([lost, restoring, lost, restoring, { ...reconnected, loaded: [session.id] }]);
    await client.close();
  },
);

/** An agent that refuses a session, and then never answers; `signals` are those of its loads. */
function stuck() {
  const signals: AbortSignal[] = [];
  const definition: AsyncAgentDefinition = {
    async prompt() {},
    async loadSession(_, __, { signal }) {
      signals.push(signal);
      if (signals.length === 1) throw notNow;
      if (signals.length === 2) await new Promise((_, reject) => signal.addEventListener('abort', reject));
    },
    closeSession: () => {},
  };
  return { definition, signals };
}

test.each(dialects)('[RO86] a %s client that is cut while it asks for a session goes on', async (spoken) => {
  const { definition, signals } = stuck();
  const { client, cut, events } = await lasting(definition, spoken);
  const session = await client.newSession({ cwd });
  await cut();
  await passPause();
  await reached(() => signals.length === 2);
  await cut();
  expect(await session.prompt('one')).toEqual({ stopReason: 'end_turn' });
  const lost = ['connection-lost', expect.any(String)];
  const [restoring, loaded] = [
    { ...reconnected, restoring: [session.id] },
    { ...reconnected, loaded: [session.id] },
  ];
  expect([told(events), signals.length, vi.getTimerCount()]).toEqual([[lost, restoring, lost, loaded], 3, 0]);
  await client.close();
});

test.each(dialects)('[RO86] closing a %s session ends an attempt that is not answered', async (spoken) => {
  const { definition, signals } = stuck();
  const { client, cut, events } = await lasting(definition, spoken);
  const session = await client.newSession({ cwd });
  await cut();
  await passPause();
  await reached(() => signals.length === 2);
  await session.close();
  await reached(() => signals[1]?.aborted === true);
  await expect(session.prompt('one')).rejects.toMatchObject({ reason: 'forgotten' });
  expect([client.sessions.size, signals.length, vi.getTimerCount()]).toEqual([0, 2, 0]);
  expect(told(events)).toEqual([['connection-lost', expect.any(String)], { ...reconnected, restoring: [session.id] }]);
  await client.close();
});

test.each(dialects)('[RO86] closing a %s client ends the attempts at once', async (spoken) => {
  const { client, cut, events, session, prompt, times } = await working(spoken, () => notNow);
  await cut();
  const next = session.prompt('two');
  next.catch(() => {});
  await waiting();
  await client.close();
  await expect(prompt).rejects.toMatchObject({ reason: 'closed' });
  await expect(next).rejects.toMatchObject({ reason: 'closed' });
  await expect(client.request('_x/ask', { sessionId: session.id })).rejects.toMatchObject({ reason: 'closed' });
  expect([times, session.isBusy, vi.getTimerCount()]).toEqual([[0], false, 0]);
  expect(told(events)).toEqual([['connection-lost', expect.any(String)], { ...reconnected, restoring: [session.id] }]);
});

test.each(['while it waits', 'before the client is connected again'])(
  '[RO86] closing a session ends its attempts at once: %s',
  async (when) => {
    const { client, comeBack, cutOff, heard, session, prompt, times } = await working('june', () => notNow);
    await cutOff();
    if (when === 'while it waits') {
      comeBack();
      await waiting();
    }
    const next = session.prompt('two');
    next.catch(() => {});
    const closed = session.close();
    comeBack();
    await closed;
    const text = 'The connection was lost, and the session was closed before it could be opened again.';
    const lost = { reason: 'forgotten', message: text };
    await expect(prompt).rejects.toMatchObject(lost);
    await expect(next).rejects.toMatchObject(lost);
    expect([times, heard, session.isBusy, client.sessions.size, vi.getTimerCount()]).toEqual([
      [0],
      ['one'],
      false,
      0,
      0,
    ]);
    expect(says(session, 'before one')).toBe(true);
    await client.close();
  },
);

test('[RO86] a prompt that waits for such a session can be cancelled and given up', async () => {
  const { client, cut, heard, session, prompt } = await working('november', () => notNow);
  await cut();
  await waiting();
  const [stop, giveUp] = [new AbortController(), new AbortController()];
  const stopped = [
    session.prompt('two', { signal: stop.signal }),
    session.prompt('three', { giveUp: giveUp.signal }),
    session.setConfigOption('m', 'b', { signal: stop.signal }),
  ];
  stop.abort('enough');
  giveUp.abort('enough');
  expect(await Promise.allSettled(stopped)).toEqual(stopped.map(() => ({ status: 'rejected', reason: 'enough' })));
  expect([heard, vi.getTimerCount()]).toEqual([['one'], 1]);
  await client.close();
  await expect(prompt).rejects.toMatchObject({ reason: 'closed' });
});

test('[RO86] a turn that was cancelled while its session was refused is cancelled when that is open', async () => {
  const refusals = [notNow];
  const { client, cut, mayGoOn, session, prompt } = await working('june', () => refusals.shift());
  await cut();
  await waiting();
  session.cancel();
  await passPause();
  await until(session, () => session.state.phase === 'loaded');
  mayGoOn.open();
  expect(await prompt).toMatchObject({ stopReason: 'cancelled' });
  await client.close();
});

test('[RO86] what is known of a session is shown until the agent has replayed it: listeners hear of one change, and of none if it stops', async () => {
  let attempts = 0;
  const states: unknown[] = [];
  const { client, cut } = await lasting(
    {
      async prompt(turn) {
        await turn.message({ id: 'said' }).append('known');
      },
      async loadSession(_, session) {
        attempts += 1;
        if (attempts === 1) throw notNow;
        await session.message({ id: 'old' }).append('half');
        if (attempts === 2) throw notNow;
      },
    },
    'june',
  );
  const session = await client.newSession({ cwd });
  await session.prompt('one');
  session.subscribe(() => states.push(textsOf(session)));
  await cut();
  await waiting();
  expect(states).toEqual([]);
  await passPause();
  await waiting();
  await passPause();
  await until(session, () => session.state.phase === 'loaded');
  const half = [['agent', 'half']];
  expect(states).toEqual([half]);
  await client.close();
});

test('[RO86] a session of an agent that only resumes is tried again, too', async () => {
  const refusals = [notNow, notNow];
  const { client, cut, events } = await lasting({ async prompt() {}, resumeSession: () => {} }, 'june', {
    refuse: () => refusals.shift(),
  });
  const session = await client.newSession({ cwd });
  await cut();
  await passPause();
  await passPause();
  expect(await session.prompt('one')).toEqual({ stopReason: 'end_turn' });
  expect(told(events)).toEqual([
    ['connection-lost', 'ended'],
    { ...reconnected, restoring: [session.id] },
    { ...reconnected, resumed: [session.id] },
  ]);
  await client.close();
});

test('[RO86] a load of such a session waits for it', async () => {
  const refusals = [notNow];
  const { client, cut, mayGoOn, session, prompt, times } = await working('june', () => refusals.shift());
  await cut();
  await waiting();
  const loaded = client.loadSession({ sessionId: session.id, cwd });
  mayGoOn.open();
  await passPause();
  expect(await loaded).toBe(session);
  await prompt;
  expect(textsOf(session)).toEqual([
    ['user', 'one'],
    ['agent', 'before one after'],
  ]);
  expect(times).toEqual([0, 500, 500]);
  await client.close();
});

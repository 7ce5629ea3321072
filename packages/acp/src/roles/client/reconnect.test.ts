import { expect, test } from 'vitest';
import { Peer } from '../../jsonrpc/peer.ts';
import { RpcError } from '../../jsonrpc/rpc-error.ts';
import { MemoryLog } from '../../log/memory-log.ts';
import { memoryPair } from '../../transport/memory-pair.ts';
import { agent } from '../agent/agent.ts';
import type { AsyncAgentDefinition } from '../agent/definition.ts';
import { serve } from '../agent/serve.ts';
import { dialects, lasting, says, textsOf, told } from '../test-support/lasting.ts';
import { countingIds } from '../test-support/pair.ts';
import { until } from '../test-support/until.ts';
import { connect } from './connect.ts';

const cwd = '/project';

function gate() {
  let open = () => {};
  const promise = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { promise, open };
}

const reconnected = { type: 'reconnected', loaded: [], resumed: [], lost: [], restoring: [] } as const;

test.each(dialects)(
  '[RO83] a prompt of a %s session outlasts its connection, and ends as its turn does',
  async (spoken) => {
    const mayGoOn = gate();
    let runs = 0;
    const { client, cut, events, connections } = await lasting(
      {
        sessions: { log: new MemoryLog(), now: () => 1 },
        async prompt(turn) {
          runs += 1;
          const message = turn.message();
          await message.append('before ');
          if (turn.text === 'one') await mayGoOn.promise;
          await message.append('after');
          return 'max_tokens';
        },
      },
      spoken,
    );
    expect(client.dialect).toBe(spoken);
    const session = await client.newSession({ cwd });
    const prompt = session.prompt('one');
    await until(session, () => says(session, 'before'));
    await cut();
    const next = session.prompt('two');
    await until(session, () => session.state.phase === 'loaded');
    expect(session.isBusy).toBe(true);
    mayGoOn.open();
    expect(await prompt).toMatchObject({ stopReason: 'max_tokens' });
    expect(await prompt.inserted).toEqual({ messageId: spoken === 'v1' ? undefined : 'message-2' });
    expect(await next).toMatchObject({ stopReason: 'max_tokens' });
    expect(session.isBusy).toBe(false);
    expect(client.sessions.get(session.id)).toBe(session);
    expect(textsOf(session)).toEqual([
      ['user', 'one'],
      ['agent', 'before after'],
      // A v1 client shows what it has sent on this connection by itself.
      ...(spoken === 'v1' ? [] : [['user', 'two']]),
      ['agent', 'before after'],
    ]);
    expect(session.state.turns.toArray().at(-1)?.prompt).toEqual([{ type: 'text', text: 'two' }]);
    expect([runs, connections()]).toEqual([2, 2]);
    expect(told(events)).toEqual([
      ['connection-lost', spoken === 'v1' ? 'ended' : 'failed'],
      { ...reconnected, loaded: [session.id] },
    ]);
    await client.close();
  },
);

test.each(dialects)(
  '[RO83] [JR11] a flood that ends the connection of a %s client is in its session in the end',
  async (spoken) => {
    const words = Array.from({ length: 2000 }, (_, index) => `${index} `);
    const { client, connections } = await lasting(
      {
        sessions: { log: new MemoryLog(), now: () => 1 },
        async prompt(turn) {
          const message = turn.message();
          // Nobody waits for the client here.
          for (const word of words) void message.append(word);
        },
      },
      spoken,
      { serving: { limits: { unsent: { messages: 100, size: 1_000_000 } } }, highWater: 1000 },
    );
    const session = await client.newSession({ cwd });
    expect((await session.prompt('flood')).stopReason).toBe('end_turn');
    expect(textsOf(session)).toEqual([
      ['user', 'flood'],
      ['agent', words.join('')],
    ]);
    expect(connections()).toBeGreaterThan(1);
    await client.close();
  },
);

/** An agent without a log that shows one message when a session is loaded, and whose turns never end by themselves. */
const forgetful = (extra: Partial<AsyncAgentDefinition> = {}): AsyncAgentDefinition => ({
  async prompt(turn) {
    await turn.message().append('working');
    await new Promise(() => {});
  },
  async loadSession(_, session) {
    await session.message({ id: 'old' }).append('history');
  },
  ...extra,
});

test.each(dialects)(
  '[RO84] a prompt to a %s agent that does not know ids of prompts fails, and its session goes on',
  async (spoken) => {
    const { client, cut, events } = await lasting(forgetful(), spoken);
    const session = await client.newSession({ cwd });
    const prompt = session.prompt('one');
    await until(session, () => says(session, 'working'));
    await cut();
    await expect(prompt).rejects.toMatchObject({
      reason: 'forgotten',
      message: 'The connection was lost while the prompt ran, and the agent does not tell how the prompt ended.',
    });
    expect(textsOf(session)).toEqual([['agent', 'history']]);
    expect([session.isBusy, [...client.sessions.values()]]).toEqual([false, [session]]);
    expect(told(events)).toEqual([['connection-lost', 'ended'], { ...reconnected, loaded: [session.id] }]);
    await client.close();
  },
);

test.each(dialects)('[RO84] a %s session that cannot be loaded again is lost, with a reason', async (spoken) => {
  const loadSession = () => {
    throw new RpcError(-32002, 'There is no such session.');
  };
  const { client, cut, events } = await lasting(forgetful({ loadSession }), spoken);
  const session = await client.newSession({ cwd });
  const prompt = session.prompt('one');
  await until(session, () => says(session, 'working'));
  await cut();
  await expect(prompt).rejects.toMatchObject({
    reason: 'forgotten',
    message: 'The connection was lost, and the session could not be loaded again: There is no such session.',
    cause: { code: -32002 },
  });
  expect([session.isBusy, client.sessions.size]).toEqual([false, 0]);
  expect(says(session, 'working')).toBe(true);
  // Its turn would be told to nobody, or to another object for the session.
  await expect(session.prompt('two')).rejects.toMatchObject({ reason: 'forgotten' });
  expect(told(events)).toEqual([['connection-lost', 'ended'], { ...reconnected, lost: [session.id] }]);
  await client.close();
});

test.each([
  ['resumed', { resumeSession: () => {} }],
  ['lost', {}],
] as const)('[RO84] a session of an agent that cannot load is %s', async (how, extra) => {
  const { loadSession: _, ...definition } = forgetful(extra);
  const { client, cut, events } = await lasting(definition, 'june');
  const session = await client.newSession({ cwd });
  const prompt = session.prompt('one');
  await until(session, () => says(session, 'working'));
  await cut();
  await expect(prompt).rejects.toMatchObject({
    reason: 'forgotten',
    message: 'The connection was lost, and the session could not be loaded again: the agent cannot load sessions.',
  });
  expect(textsOf(session)).toEqual([
    ['user', 'one'],
    ['agent', 'working'],
  ]);
  expect(client.sessions.size).toBe(how === 'resumed' ? 1 : 0);
  expect(told(events)).toEqual([['connection-lost', 'ended'], { ...reconnected, [how]: [session.id] }]);
  await client.close();
});

test('[RO83] questions are withdrawn, other requests fail, and what is sent meanwhile waits', async () => {
  const answered = gate();
  const outcomes: unknown[] = [];
  const { client, cut } = await lasting(
    {
      sessions: { log: new MemoryLog(), now: () => 1 },
      async prompt(turn) {
        outcomes.push((await turn.requestPermission({ toolCallId: 'c', title: 'Publish' })).outcome);
        await answered.promise;
      },
      requests: { '_x/slow': () => new Promise(() => {}), '_x/fast': () => ({ ok: true }) },
    },
    'june',
    {
      requestPermission: (_, { signal }) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve({ outcome: 'cancelled' }));
        }),
    },
  );
  const session = await client.newSession({ cwd });
  const prompt = session.prompt('one');
  const slow = client.request('_x/slow');
  await until(session, () => session.state.permissions.length === 1);
  await cut();
  await expect(slow).rejects.toMatchObject({ reason: 'ended' });
  expect(await client.request('_x/fast')).toEqual({ ok: true });
  expect(session.state.permissions).toEqual([]);
  answered.open();
  expect(await prompt).toEqual({ stopReason: 'end_turn' });
  expect(outcomes).toEqual([{ outcome: 'cancelled' }]);
  await client.close();
});

test.each(dialects)(
  '[RO83] a prompt to a %s agent that is given up while there is no connection rejects at once',
  async (spoken) => {
    const opening = gate();
    let dials = 0;
    const [near, far] = memoryPair();
    const served = agent({
      sessions: { log: new MemoryLog() },
      mintId: countingIds(),
      prompt: () => new Promise(() => {}),
    });
    const bridge = spoken === 'v1' ? { dialects: ['v1' as const] } : {};
    serve(served, far, { bridge });
    const client = await connect(near, {
      prefers: spoken === 'november' ? 'november' : 'june',
      onEvent: () => {},
      async reopen() {
        dials += 1;
        await opening.promise;
        return near;
      },
    });
    const session = await client.newSession({ cwd });
    const giveUp = new AbortController();
    const prompt = session.prompt('one', { giveUp: giveUp.signal });
    const stays = session.prompt('two');
    await far.close();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(session.isBusy).toBe(true);
    giveUp.abort('enough');
    await expect(prompt).rejects.toBe('enough');
    const closed = client.close();
    opening.open();
    await closed;
    await expect(stays).rejects.toMatchObject({ reason: 'closed' });
    expect((await client.closed).reason).toBe('closed');
    await expect(client.newSession({ cwd })).rejects.toMatchObject({ reason: 'closed' });
    expect([dials, session.isBusy]).toEqual([1, false]);
  },
);

test.each([
  ['refused', 'The server does not accept the token.'],
  ['unreachable', 'The server could not be reached for 2 minutes.'],
] as const)('[RO85] a connection that ends as %s is over for good', async (reason, text) => {
  const [near, far] = memoryPair();
  serve(agent(forgetful()), far);
  async function* frames() {
    yield* near.frames;
    throw Object.assign(new Error(text), { reason });
  }
  const again = () => expect.unreachable();
  const client = await connect({ ...near, frames: { [Symbol.asyncIterator]: frames }, again }, { prefers: 'june' });
  const session = await client.newSession({ cwd });
  const prompt = session.prompt('one');
  await until(session, () => says(session, 'working'));
  await far.close();
  await expect(prompt).rejects.toMatchObject({ reason, message: text });
  expect(await client.closed).toMatchObject({ reason, message: text });
  expect(session.isBusy).toBe(false);
});

test.each([
  ['the agent refuses the handshake', 'refused', 'The agent could not be connected again: Not today.'],
  [
    'the agent speaks another dialect',
    'refused',
    'The agent speaks june now, and spoke november on the connection that was lost.',
  ],
  ['no transport can be opened', 'unreachable', 'The agent could not be reached again: no network'],
] as const)('[RO85] the client gives up if %s', async (why, reason, message) => {
  const [near, far] = memoryPair();
  serve(agent(forgetful()), far, { onEvent: () => {} });
  const client = await connect(near, {
    onEvent: () => {},
    reopen() {
      if (reason === 'unreachable') throw new Error('no network');
      const [again, end] = memoryPair();
      if (why === 'the agent refuses the handshake') {
        const requests = {
          initialize: () => {
            throw new RpcError(-32600, 'Not today.');
          },
        };
        new Peer(end, { requests });
      } else serve(agent(forgetful()), end, { bridge: { dialects: ['june'] } });
      return again;
    },
  });
  const session = await client.newSession({ cwd });
  const prompt = session.prompt('one');
  await until(session, () => says(session, 'working'));
  await far.close();
  await expect(prompt).rejects.toMatchObject({ reason, message });
  expect(await client.closed).toMatchObject({ reason, message });
  expect([session.isBusy, client.sessions.size]).toEqual([false, 1]);
});

test('[RO85] the client gives up after ten connections of no use', async () => {
  let dials = 0;
  const [near, far] = memoryPair();
  serve(agent(forgetful()), far);
  const client = await connect(near, {
    onEvent: () => {},
    reopen() {
      dials += 1;
      const [again, end] = memoryPair();
      void end.close();
      return again;
    },
  });
  await far.close();
  expect(await client.closed).toMatchObject({ reason: 'failed' });
  expect(dials).toBe(10);
});

test('[RO85] a transport that cannot be opened again ends the client, as before', async () => {
  const [near, far] = memoryPair();
  serve(agent(forgetful()), far);
  const client = await connect(near, { prefers: 'june' });
  const session = await client.newSession({ cwd });
  const prompt = session.prompt('one');
  await until(session, () => says(session, 'working'));
  await far.close();
  await expect(prompt).rejects.toMatchObject({ reason: 'ended' });
  expect((await client.closed).reason).toBe('ended');
});

import { describe, expect, test } from 'vitest';
import { MemoryLog } from '../../log/memory-log.ts';
import type { SessionConfigOption } from '../../protocol/june/generated/config-option.ts';
import { eventsOf } from '../../testing/log-sessions.ts';
import { connected } from '../test-support/pair.ts';
import type { AgentSession } from './session.ts';

const cwd = '/project';
const option = (currentValue: string): SessionConfigOption => ({
  type: 'select',
  id: 'model',
  name: 'Model',
  currentValue,
  options: [
    { value: 'small', name: 'Small' },
    { value: 'large', name: 'Large' },
  ],
});
const malformed = { type: 'select', id: 'model' } as never;

describe('what a hook answers', () => {
  test.each([
    ['malformed', [malformed], 'always', /^the answer to session\/set_config_option was not sent/],
    ['nothing', undefined, 'always', /configOptions: expected array, found nothing$/],
    ['nothing, unchecked', undefined, 'never', /^Internal error$/],
  ] as const)('[RO9] is not recorded if setConfigOption gives %s', async (_, given, checkOutgoing, message) => {
    const log = new MemoryLog();
    await using pair = await connected(
      {
        sessions: { log, now: () => 0 },
        newSession: () => ({ configOptions: [option('small')] }),
        setConfigOption: () => given as never,
        prompt: (turn) => void turn.message({ content: 'precious' }),
      },
      {},
      { checkOutgoing },
    );
    const { client } = pair;
    const session = await client.newSession({ cwd });
    await session.prompt('keep this');
    const before = await eventsOf(log, session.id);
    await expect(session.setConfigOption('model', 'large')).rejects.toMatchObject({
      code: -32603,
      message: expect.stringMatching(message),
    });
    expect(session.state.configOptions).toEqual([option('small')]);
    expect(await eventsOf(log, session.id)).toEqual(before);
    const loaded = await client.loadSession({ sessionId: session.id, cwd });
    expect(loaded.state.messages.length).toBe(2);
    expect(loaded.state.configOptions).toEqual([option('small')]);
  });

  test.each(['loadSession', 'resumeSession'] as const)(
    '[RO9] is not recorded if %s gives options that are malformed',
    async (open) => {
      const log = new MemoryLog();
      let isBad = true;
      await using pair = await connected({
        sessions: { log, now: () => 0 },
        newSession: () => ({ configOptions: [option('small')] }),
        [open]: () => (isBad ? { configOptions: [malformed] } : undefined),
        prompt() {},
      });
      const { client, connection } = pair;
      const { id: sessionId } = await client.newSession({ cwd });
      await client.sessions.get(sessionId)?.close();
      await expect(client[open]({ sessionId, cwd })).rejects.toMatchObject({ code: -32603 });
      expect([...connection.sessions.keys()]).toEqual([]);
      isBad = false;
      expect((await client[open]({ sessionId, cwd })).state.configOptions).toEqual([option('small')]);
      const configured = (await eventsOf(log, sessionId)).filter(({ type }) => type === 'configured');
      expect(configured).toEqual([{ type: 'configured', configOptions: [option('small')] }]);
    },
  );

  test('[RO9] is recorded as a failed turn if prompt gives no stop reason that could be told', async () => {
    const log = new MemoryLog();
    await using pair = await connected({ sessions: { log, now: () => 0 }, prompt: () => 42 as never });
    const session = await pair.client.newSession({ cwd });
    await expect(session.prompt('x')).rejects.toMatchObject({ code: -32603 });
    expect((await eventsOf(log, session.id)).at(-1)).toEqual({
      type: 'turn_ended',
      requestId: 3,
      error: 'The turn failed.',
    });
  });
});

test.each(['loadSession', 'resumeSession'] as const)(
  '[RO9] %s leaves out options in the log that no client could be told',
  async (open) => {
    const log = new MemoryLog();
    await log.create({ sessionId: 's', cwd, additionalDirectories: [], at: 0 });
    const configOptions = [malformed, option('small')];
    await log.append('s', [{ type: 'configured', configOptions }], { expected: 0, at: 0 });
    await using pair = await connected({ sessions: { log, now: () => 0 }, prompt() {} });
    const session = await pair.client[open]({ sessionId: 's', cwd });
    expect(session.state.configOptions).toEqual([option('small')]);
  },
);

test.each(['loadSession', 'resumeSession'] as const)(
  '%s without options of its own goes on with those that its hook told on the way',
  async (open) => {
    await using pair = await connected({
      sessions: { log: new MemoryLog(), now: () => 0 },
      newSession: () => ({ configOptions: [option('small')] }),
      [open]: (_: unknown, session: AgentSession) => session.configOptions([option('large')]),
      prompt() {},
    });
    const { id: sessionId } = await pair.client.newSession({ cwd });
    const session = await pair.client[open]({ sessionId, cwd });
    expect(session.state.configOptions).toEqual([option('large')]);
  },
);

describe('a new session that nobody has heard of', () => {
  test('[RO3] is neither open nor in the log if what newSession returned is refused', async () => {
    const log = new MemoryLog();
    await using pair = await connected({
      sessions: { log, now: () => 0 },
      newSession: () => ({ configOptions: [malformed] }),
      prompt() {},
    });
    await expect(pair.client.newSession({ cwd })).rejects.toMatchObject({ code: -32603 });
    expect([...pair.connection.sessions.keys()]).toEqual([]);
    expect((await log.list()).sessions).toEqual([]);
  });

  test('[RO3] is neither open nor in the log if the request was cancelled while it was prepared', async () => {
    const log = new MemoryLog();
    const giveUp = new AbortController();
    await using pair = await connected({
      sessions: { log, now: () => 0 },
      newSession: (_, session, { signal }) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve());
          void session.commands([]);
          giveUp.abort();
        }),
      prompt() {},
    });
    await expect(pair.client.newSession({ cwd, signal: giveUp.signal })).rejects.toMatchObject({ name: 'AbortError' });
    await expect.poll(() => pair.wire.at(-1)?.message).toMatchObject({ id: 2, error: { code: -32800 } });
    expect([...pair.connection.sessions.keys()]).toEqual([]);
    expect((await log.list()).sessions).toEqual([]);
  });
});

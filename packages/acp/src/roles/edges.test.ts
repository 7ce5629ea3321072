import { describe, expect, test } from 'vitest';
import { Peer } from '../jsonrpc/peer.ts';
import { RpcError } from '../jsonrpc/rpc-error.ts';
import { memoryPair } from '../transport/memory-pair.ts';
import type { AgentDefinition } from './agent/definition.ts';
import type { Turn } from './agent/turn.ts';
import { TurnEndedError } from './agent/turn-ended-error.ts';
import { connect } from './client/connect.ts';
import type { ClientEvent } from './client/options.ts';
import { connected } from './test-support/pair.ts';
import { until } from './test-support/until.ts';

const cwd = '/project';
const nothing = (): void => {};

test('a queued turn begins after the answer to the one before is on the wire', async () => {
  await using pair = await connected({ prompt: (turn) => void turn.message().append(`answer to ${turn.text}`) });
  const session = await pair.client.newSession({ cwd });
  await Promise.all(['one', 'two', 'three'].map((text) => session.prompt(text)));
  const story = pair.wire.slice(4).flatMap(({ from, message }) => {
    const { update } = (message['params'] ?? {}) as { update?: { sessionUpdate: string } };
    return from === 'client' ? [] : [update?.sessionUpdate ?? 'answer'];
  });
  const turn = ['user_message', 'agent_message_chunk', 'answer'];
  expect(story).toEqual([...turn, ...turn, ...turn]);
});

test('[A7] the turn is told when the client leaves; it may finish if the agent is served so', async () => {
  for (const whenClientLeaves of ['cancel', 'finish'] as const) {
    let signal: AbortSignal | undefined;
    let end = nothing;
    const definition: AgentDefinition = {
      prompt: (turn) =>
        new Promise((resolve) => {
          signal = turn.signal;
          end = () => resolve();
          turn.signal.addEventListener('abort', () => resolve());
        }),
    };
    const pair = await connected(definition, {}, { whenClientLeaves });
    const session = await pair.client.newSession({ cwd });
    const turn = session.prompt('wait').catch(nothing);
    await expect.poll(() => signal !== undefined).toBe(true);
    await pair.client.close();
    await turn;
    if (whenClientLeaves === 'finish') {
      await new Promise((resolve) => setImmediate(resolve));
      expect(signal?.aborted).toBe(false);
      end();
    }
    await pair.connection.closed;
    expect(signal?.aborted).toBe(whenClientLeaves === 'cancel');
  }
});

describe('authentication in the middle', () => {
  const authentication = {
    methods: [{ type: 'agent', id: 'key', name: 'Key' }] as const,
    isRequired: true,
    authenticate: nothing,
    logout: nothing,
  };
  const chooseAuthMethod = <T>(methods: readonly T[]): T | undefined => methods[0];

  test('a load that had to authenticate first has its replay', async () => {
    await using pair = await connected(
      {
        prompt: nothing,
        authentication,
        loadSession: (_, session) => void session.message({ id: 'm', content: 'hi' }),
      },
      { chooseAuthMethod },
    );
    const session = await pair.client.loadSession({ sessionId: 's', cwd });
    expect([...session.state.messages].map((message) => message.messageId)).toEqual(['m']);
    expect(pair.client.sessions.get('s')).toBe(session);
  });

  test('[C6] a prompt after a logout authenticates again', async () => {
    await using pair = await connected({ prompt: nothing, authentication }, { chooseAuthMethod });
    const session = await pair.client.newSession({ cwd });
    await pair.client.logout();
    expect(await session.prompt('still there?')).toEqual({ stopReason: 'end_turn' });
  });
});

test('[C20] a cancel answers the questions of its own turn, not those of a prompt sent after it', async () => {
  const asked: string[] = [];
  await using pair = await connected(
    {
      async prompt(turn: Turn) {
        if (turn.text === 'one') await new Promise((resolve) => turn.signal.addEventListener('abort', resolve));
        else await turn.requestPermission({ toolCallId: turn.text });
      },
    },
    {
      requestPermission({ toolCall }) {
        asked.push(toolCall.toolCallId);
        return 'allow';
      },
    },
  );
  const session = await pair.client.newSession({ cwd });
  const one = session.prompt('one');
  await until(session, () => session.state.messages.length === 1);
  session.cancel();
  const two = session.prompt('two');
  expect([await one, await two]).toEqual([{ stopReason: 'cancelled' }, { stopReason: 'end_turn' }]);
  expect(asked).toEqual(['two']);
});

describe('mistakes at home', () => {
  test.each<[string, Partial<AgentDefinition>, string]>([
    [
      'info',
      { info: { name: 'x' } as never },
      'the answer to initialize was not sent: agentInfo.version: expected string, found nothing',
    ],
    [
      'a stop reason',
      { prompt: () => 42 as never },
      'the answer to session/prompt was not sent: stopReason: expected string, found number 42',
    ],
    [
      'options',
      { newSession: () => ({ configOptions: 'bad' }) as never },
      'the answer to session/new was not sent: configOptions: expected array or null, found string "bad"',
    ],
    [
      'a list',
      { listSessions: () => ({ sessions: 'no' }) as never },
      'the answer to session/list was not sent: sessions: expected array, found string "no"',
    ],
  ])('%s that the protocol does not allow is told in the answer', async (_, definition, message) => {
    const failed = (async () => {
      await using pair = await connected({ prompt: nothing, ...definition });
      if (definition.listSessions !== undefined) await pair.client.listSessions();
      await (await pair.client.newSession({ cwd })).prompt('x');
    })();
    await expect(failed).rejects.toMatchObject({ code: -32603, message });
  });

  test('a malformed permission request is not sent, and none after the turn has ended', async () => {
    const errors: unknown[] = [];
    let late: Turn | undefined;
    await using pair = await connected({
      async prompt(turn) {
        late = turn;
        await turn.requestPermission({ toolCallId: 7 as never }).catch((error: unknown) => errors.push(error));
      },
    });
    await (await pair.client.newSession({ cwd })).prompt('x');
    expect(String(errors[0])).toContain(
      'session/request_permission was not sent: toolCall.toolCallId: expected string, found number 7',
    );
    await expect(late?.requestPermission({ toolCallId: 'c' })).rejects.toBeInstanceOf(TurnEndedError);
    await expect(late?.extension('_x')).rejects.toBeInstanceOf(TurnEndedError);
  });

  test('a decision that fails, or names what was not offered, closes the question and allows nothing', async () => {
    for (const requestPermission of [
      () => 'never offered',
      () => ({ outcome: 'approved' }) as never,
      () => Promise.reject(new Error('the dialog broke')),
    ]) {
      const answers: boolean[] = [];
      await using pair = await connected(
        {
          async prompt(turn) {
            const { isAllowed } = await turn.requestPermission({ toolCallId: 'c' });
            answers.push(isAllowed);
          },
        },
        { requestPermission },
      );
      const session = await pair.client.newSession({ cwd });
      await session.prompt('x');
      expect(answers).toEqual([false]);
      expect(session.state.permissions).toEqual([]);
    }
  });

  test('a listener that throws is reported, and the turn goes on', async () => {
    const events: ClientEvent[] = [];
    await using pair = await connected({ prompt: nothing }, { onEvent: (event) => events.push(event) });
    const session = await pair.client.newSession({ cwd });
    session.subscribe(() => {
      throw new Error('a bad render');
    });
    expect(await session.prompt('x')).toEqual({ stopReason: 'end_turn' });
    expect(events.every((event) => event.type === 'listener-failed')).toBe(true);
    expect(events.length).toBeGreaterThan(0);
  });

  test('a listener that throws when it is told later is reported too', async () => {
    const events: ClientEvent[] = [];
    const later: (() => void)[] = [];
    await using pair = await connected(
      { prompt: nothing },
      { onEvent: (event) => events.push(event), schedule: (notify) => void later.push(notify) },
    );
    const session = await pair.client.newSession({ cwd });
    const error = new Error('a bad render');
    session.subscribe(() => {
      throw error;
    });
    session.store.apply({ type: 'prompt_sent', prompt: [], requestId: 0 });
    for (const notify of later) notify();
    expect(events).toEqual([{ type: 'listener-failed', sessionId: session.id, error }]);
  });

  test('a session without a working directory is refused in words', async () => {
    await using pair = await connected({ prompt: nothing });
    await expect(pair.client.newSession(undefined as never)).rejects.toThrow(
      new TypeError('A session needs a working directory: { cwd } with an absolute path.'),
    );
  });

  test.each([
    ['notifications', 'session/update', 'use onUpdate.'],
    ['requests', 'session/request_permission', 'use requestPermission.'],
    ['notifications', '$/cancel_request', 'it aborts the signal of the request.'],
  ])('%s named %s are refused, for they would never be called', async (kind, method, instead) => {
    const [near] = memoryPair();
    await expect(connect(near, { [kind]: { [method]: nothing } })).rejects.toThrow(
      new TypeError(`"${method}" cannot have a handler of its own: ${instead}`),
    );
  });

  test('capability errors and wrong content come as rejections', async () => {
    await using pair = await connected({ prompt: nothing });
    const session = await pair.client.newSession({ cwd });
    await expect(pair.client.listSessions()).rejects.toThrow('session.list');
    await expect(pair.client.resumeSession({ sessionId: 's', cwd })).rejects.toThrow('session.resume');
    await expect(session.prompt(undefined as never)).rejects.toThrow(
      'Content must be a text, a content block or a list of blocks.',
    );
  });
});

test('updates of other agents before the answer to session/new are kept for the session', async () => {
  const [near, far] = memoryPair();
  const availableCommands = [{ name: 'help', description: 'helps' }];
  const agent: Peer = new Peer(far, {
    requests: {
      initialize: () => ({ protocolVersion: 2, capabilities: { session: {} } }),
      'session/new': async (_, context) => {
        const update = { sessionUpdate: 'available_commands_update', availableCommands };
        await context.notify('session/update', { sessionId: 's', update });
        return { sessionId: 's' };
      },
    },
  });
  const client = await connect(near);
  const session = await client.newSession({ cwd });
  expect(session.state.availableCommands).toEqual(availableCommands);
  await client.close();
  await agent.closed;
});

test('updates for sessions that nobody opened are events', async () => {
  const [near, far] = memoryPair();
  const agent: Peer = new Peer(far, {
    requests: {
      initialize: () => ({ protocolVersion: 2, capabilities: { session: {} } }),
      'session/new': async () => {
        await say('ghost');
        return { sessionId: 's' };
      },
    },
  });
  const say = (sessionId: string): Promise<void> =>
    agent.notify('session/update', { sessionId, update: { sessionUpdate: 'usage_update', used: 1, size: 2 } });
  const events: ClientEvent[] = [];
  const client = await connect(near, { onEvent: (event) => events.push(event) });
  await say('too early');
  const session = await client.newSession({ cwd });
  await say('s');
  await say('other');
  await client.request('_flush').catch(nothing);
  expect(events.map((event) => (event.type === 'unknown-session' ? event.sessionId : event.type))).toEqual([
    'too early',
    'ghost',
    'other',
  ]);
  expect(session.state.usage?.used).toBe(1);
  await client.close();
  await agent.closed;
});

test('a load that fails leaves a live session as it was, on both sides', async () => {
  let isGone = false;
  await using pair = await connected({
    prompt: nothing,
    loadSession() {
      if (isGone) throw new RpcError(-32603, 'the disk is gone');
    },
  });
  const session = await pair.client.loadSession({ sessionId: 's', cwd });
  await session.prompt('hello');
  isGone = true;
  await expect(pair.client.loadSession({ sessionId: 's', cwd })).rejects.toThrow('the disk is gone');
  expect(session.state.messages.length).toBe(1);
  expect(await session.prompt('still there?')).toEqual({ stopReason: 'end_turn' });
});

import { describe, expect, test } from 'vitest';
import { Peer } from '../../jsonrpc/peer.ts';
import { RpcError } from '../../jsonrpc/rpc-error.ts';
import { MemoryLog } from '../../log/memory-log.ts';
import { eventsOf } from '../../testing/log-sessions.ts';
import { memoryPair } from '../../transport/memory-pair.ts';
import { connect } from '../client/connect.ts';
import { connected } from '../test-support/pair.ts';
import { until } from '../test-support/until.ts';
import { agent } from './agent.ts';
import type { AgentEvent } from './event.ts';
import type { PermissionAnswer } from './permission-answer.ts';
import { serve } from './serve.ts';
import type { Turn } from './turn.ts';

const cwd = '/project';

describe('permission', () => {
  async function asked(answer: unknown, options?: Parameters<Turn['requestPermission']>[1]): Promise<PermissionAnswer> {
    let got: PermissionAnswer | undefined;
    await using pair = await connected(
      {
        async prompt(turn) {
          got = await turn.requestPermission(turn.toolCall({ title: 'rm -rf' }), options);
        },
      },
      // A client of any make: whatever it answers must not become an approval by accident.
      { requestPermission: () => answer as string },
    );
    const session = await pair.client.newSession({ cwd });
    await session.prompt('go');
    return got as PermissionAnswer;
  }

  test('only a known option that allows is an approval', async () => {
    expect((await asked('allow')).isAllowed).toBe(true);
    expect((await asked('reject')).isAllowed).toBe(false);
    expect((await asked({ outcome: 'cancelled' })).isAllowed).toBe(false);
    const odd = [{ optionId: 'odd', name: 'Odd', kind: '_allow_sometimes' as const }];
    expect(await asked('odd', odd)).toMatchObject({ isAllowed: false, option: odd[0] });
  });

  test('[T10] an unknown outcome or option from a peer is no approval', async () => {
    for (const outcome of [
      { outcome: '_maybe' },
      { outcome: 'selected' },
      { outcome: 'selected', optionId: 'never offered' },
      7,
    ]) {
      const got: PermissionAnswer[] = [];
      const [near, far] = memoryPair();
      await using _ = serve(
        agent({ prompt: async (turn) => void got.push(await turn.requestPermission({ toolCallId: 'c' })) }),
        far,
      );
      const client = new Peer(near, { requests: { 'session/request_permission': () => ({ outcome }) } });
      await client.request('initialize', { protocolVersion: 2, capabilities: {} });
      const { sessionId } = (await client.request('session/new', { cwd, mcpServers: [] })) as { sessionId: string };
      await client.request('session/prompt', { sessionId, prompt: [{ type: 'text', text: 'go' }] });
      await client.close();
      expect(got.map((answer) => answer.isAllowed)).toEqual([false]);
    }
  });

  test('without anybody to ask it is cancelled, never allowed', async () => {
    const got: PermissionAnswer[] = [];
    await using pair = await connected({
      prompt: async (turn) => void got.push(await turn.requestPermission({ toolCallId: 'c' })),
    });
    await (await pair.client.newSession({ cwd })).prompt('go');
    expect(got).toEqual([{ isAllowed: false, option: undefined, outcome: { outcome: 'cancelled' } }]);
  });

  test('[C20] a cancel answers open questions, whoever is still thinking about them', async () => {
    let isAborted = false;
    await using pair = await connected(
      {
        async prompt(turn) {
          await turn.requestPermission(turn.toolCall({ title: 'wait' }));
          // A question that comes after the cancel is answered at once.
          await turn.requestPermission(turn.toolCall({ title: 'again' }));
        },
      },
      {
        requestPermission: (_, { signal }) => {
          signal.addEventListener('abort', () => {
            isAborted = true;
          });
          return new Promise(() => {});
        },
      },
    );
    const session = await pair.client.newSession({ cwd });
    const turn = session.prompt('go');
    await until(session, () => session.state.permissions.length === 1);
    session.cancel();
    expect(await turn).toEqual({ stopReason: 'cancelled' });
    expect(isAborted).toBe(true);
    expect(session.state.permissions).toEqual([]);
  });
});

test('[C20] an agent that never takes a question back gets its answers too, also to one asked after the cancel', async () => {
  const [near, far] = memoryPair();
  const answers: unknown[] = [];
  const ask = {
    sessionId: 's',
    toolCall: { toolCallId: 'c' },
    options: [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }],
  };
  const agent: Peer = new Peer(far, {
    requests: {
      initialize: () => ({ protocolVersion: 2, capabilities: { session: {} } }),
      'session/new': () => ({ sessionId: 's' }),
      async 'session/prompt'(_, context) {
        answers.push(await context.request('session/request_permission', ask));
        answers.push(await context.request('session/request_permission', ask));
        return { stopReason: 'cancelled' };
      },
    },
    notifications: { 'session/cancel': () => {} },
  });
  let asked = 0;
  const client = await connect(near, {
    requestPermission() {
      asked++;
      return new Promise(() => {});
    },
  });
  const session = await client.newSession({ cwd });
  const turn = session.prompt('go');
  await until(session, () => session.state.permissions.length === 1);
  session.cancel();
  expect(await turn).toEqual({ stopReason: 'cancelled' });
  expect(answers).toEqual([{ outcome: { outcome: 'cancelled' } }, { outcome: { outcome: 'cancelled' } }]);
  expect(asked).toBe(1);
  await client.close();
  await agent.closed;
});

test('[C20] an approval that meets a cancel at the same moment is none', async () => {
  await using pair = await connected(
    { prompt: async (turn) => void (await turn.requestPermission(turn.toolCall({ title: 'rm -rf' }))) },
    {
      requestPermission(_, { session }) {
        const decided = Promise.resolve('allow');
        // Before anybody else sees the answer.
        void decided.then(() => session.cancel());
        return decided;
      },
    },
  );
  const session = await pair.client.newSession({ cwd });
  expect(await session.prompt('go')).toEqual({ stopReason: 'cancelled' });
  const answers = pair.wire.flatMap(({ from, message }) => (from === 'client' && 'result' in message ? [message] : []));
  expect(answers.map(({ result }) => result)).toEqual([{ outcome: { outcome: 'cancelled' } }]);
});

test('[RO37] the callback has the id by which the state lists its question', async () => {
  const asked: unknown[] = [];
  await using pair = await connected(
    {
      async prompt(turn) {
        await Promise.all(['a', 'b'].map((id) => turn.requestPermission(turn.toolCall({ id, title: id }))));
      },
    },
    {
      requestPermission({ toolCall }, { requestId, session }) {
        const open = session.state.permissions.find((each) => each.requestId === requestId);
        asked.push([toolCall.toolCallId, open?.toolCallId]);
        return 'allow';
      },
    },
  );
  await (await pair.client.newSession({ cwd })).prompt('go');
  expect(asked).toEqual([
    ['a', 'a'],
    ['b', 'b'],
  ]);
});

test('[RO10] an error in place of an answer is no, and is told', async () => {
  const events: AgentEvent[] = [];
  const got: PermissionAnswer[] = [];
  const log = new MemoryLog();
  await using pair = await connected(
    {
      sessions: { log, now: () => 0 },
      async prompt(turn) {
        got.push(await turn.requestPermission(turn.toolCall({ id: 'c', title: 'rm -rf' })));
      },
    },
    { requestPermission: () => Promise.reject(new RpcError(7, 'the dialog broke')) },
    { onEvent: (event) => events.push(event) },
  );
  const session = await pair.client.newSession({ cwd });
  expect(await session.prompt('go')).toEqual({ stopReason: 'end_turn' });
  expect(got).toEqual([{ isAllowed: false, option: undefined, outcome: { outcome: 'cancelled' } }]);
  const error = new RpcError(7, 'the dialog broke', undefined, 'session/request_permission');
  expect(events).toEqual([{ type: 'permission-failed', sessionId: session.id, toolCallId: 'c', error }]);
  expect(await eventsOf(log, session.id)).toContainEqual({
    type: 'permission_answered',
    // The position of the question in the log.
    requestId: `${session.id}/3`,
    outcome: { outcome: 'cancelled' },
  });
});

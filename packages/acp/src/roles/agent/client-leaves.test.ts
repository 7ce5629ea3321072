import { expect, test } from 'vitest';
import { deferred } from '../../jsonrpc/test-support/connect.ts';
import type { LogEvent } from '../../log/event.ts';
import { MemoryLog } from '../../log/memory-log.ts';
import { entriesOf } from '../../testing/log-sessions.ts';
import { ScriptedPeer } from '../../testing/scripted-peer.ts';
import { memoryPair } from '../../transport/memory-pair.ts';
import { connect } from '../client/connect.ts';
import { connected, countingIds } from '../test-support/pair.ts';
import { agent } from './agent.ts';
import type { AgentEvent } from './event.ts';
import { serve } from './serve.ts';

const cwd = '/project';
const hello = {
  1: { protocolVersion: 1, clientCapabilities: {} },
  2: { protocolVersion: 2, capabilities: {}, clientInfo: { name: 'x', version: '1' } },
} as const;

/** An agent that asks, hears that nobody is there, and goes on; served to a client that leaves at the question. */
async function left(version: 1 | 2) {
  const log = new MemoryLog();
  const events: AgentEvent[] = [];
  const aborted: boolean[] = [];
  const durable = agent({
    sessions: { log, now: () => 1 },
    mintId: countingIds(),
    async prompt(turn) {
      const call = turn.toolCall({ id: turn.text, title: 'Publish' });
      const { outcome } = await turn.requestPermission(call);
      await turn.message({ id: `said-${turn.text}` }).append(outcome.outcome);
      aborted.push(turn.signal.aborted);
    },
  });
  const [here, there] = memoryPair();
  const connection = serve(durable, there, { whenClientLeaves: 'finish', onEvent: (event) => events.push(event) });
  const client = new ScriptedPeer(here);
  await client.send({ jsonrpc: '2.0', id: 1, method: 'initialize', params: hello[version] });
  await client.next();
  await client.send({ jsonrpc: '2.0', id: 2, method: 'session/new', params: { cwd, mcpServers: [] } });
  const { result } = (await client.next()) as { readonly result: { readonly sessionId: string } };
  for (const text of ['one', 'two']) {
    const params = { sessionId: result.sessionId, prompt: [{ type: 'text', text }] };
    await client.send({ jsonrpc: '2.0', id: text, method: 'session/prompt', params });
  }
  for (;;) if (((await client.next()) as { method?: string }).method === 'session/request_permission') break;
  await client.close();
  await connection.closed;
  return { log, events, aborted, sessionId: result.sessionId };
}

/** The parts of an event that the tests look at. */
function gist(event: LogEvent): unknown {
  if (event.type === 'update') return event.update.sessionUpdate;
  if (event.type === 'permission_answered') return [event.type, event.outcome];
  return event.type === 'turn_ended' ? [event.type, event.stopReason] : event.type;
}

test.each([1, 2] as const)(
  '[RO21] turns go on without their v%i client: questions are cancelled, all of it is recorded, a load finds it',
  async (version) => {
    const { log, events, aborted, sessionId } = await left(version);
    expect(aborted).toEqual([false, false]);
    const turn = [
      'prompt_sent',
      'user_message',
      'tool_call_update',
      'permission_opened',
      ['permission_answered', { outcome: 'cancelled' }],
      'agent_message_chunk',
      ['turn_ended', 'end_turn'],
    ];
    expect((await entriesOf(log, sessionId)).map(({ event }) => gist(event))).toEqual([...turn, ...turn]);
    expect(events.map((event) => event.type)).toEqual(['permission-failed', 'permission-failed']);

    await using pair = await connected({ sessions: { log, now: () => 1 }, prompt: () => {} });
    const session = await pair.client.loadSession({ sessionId, cwd });
    expect([...session.state.messages].map(({ messageId, content }) => [messageId, [...content]])).toEqual([
      [expect.any(String), [{ type: 'text', text: 'one' }]],
      ['said-one', [{ type: 'text', text: 'cancelled' }]],
      [expect.any(String), [{ type: 'text', text: 'two' }]],
      ['said-two', [{ type: 'text', text: 'cancelled' }]],
    ]);
  },
);

test('[RO130] a session that is being set up for a client which has left is given up, and is not in the log', async () => {
  const log = new MemoryLog();
  const asked = deferred();
  const slow = agent({
    sessions: { log, now: () => 1 },
    async newSession(_request, session, { signal }) {
      await session.commands([{ name: 'go', description: '' }]);
      asked.resolve();
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    },
    prompt: async () => {},
  });
  const [here, there] = memoryPair();
  const connection = serve(slow, there, { whenClientLeaves: 'finish' });
  const client = await connect(here);
  void client.newSession({ cwd }).catch(() => {});
  await asked.promise;
  await client.close();
  await connection.closed;
  expect((await log.list()).sessions).toEqual([]);
});

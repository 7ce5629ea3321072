import { expect, test } from 'vitest';
import { counts } from '../../../../../test/support/counts.ts';
import { RpcError } from '../../jsonrpc/rpc-error.ts';
import { MemoryLog } from '../../log/memory-log.ts';
import { foldedSession } from '../../session/folded.ts';
import { memoryPair } from '../../transport/memory-pair.ts';
import { agent } from '../agent/agent.ts';
import { serve } from '../agent/serve.ts';
import { until } from '../test-support/until.ts';
import { v1Agent } from '../test-support/v1-agent.ts';
import { connect } from './connect.ts';
import type { ClientSession } from './session.ts';

const statuses = [undefined, 'pending', 'in_progress', 'completed', 'failed'] as const;

/** Numbers that follow from a seed. */
function random(seed: number): (below: number) => number {
  let state = seed + 1;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

const callsOf = (session: ClientSession) => foldedSession(session.state).toolCalls;

test('[RO36] what a client has live and after a load agree, for turns that are cancelled, broken off or fail', async () => {
  for (let seed = 0; seed < counts({ short: 40, long: 1_000 }); seed++) {
    const next = random(seed);
    const ends = (['cancel', 'exit', 'error'] as const)[next(3)];
    const log = new MemoryLog();
    const worker = agent({
      sessions: { log },
      async prompt(turn) {
        for (let count = next(6); count > 0; count--) {
          const status = statuses[next(statuses.length)];
          const toolCall = { toolCallId: `call-${next(4)}`, title: `title ${count}` };
          await turn.update({
            sessionUpdate: 'tool_call_update',
            ...toolCall,
            ...(status === undefined ? {} : { status }),
          });
        }
        await turn.message().append('working');
        if (ends === 'error') throw new RpcError(-32603, 'out of tokens');
        await new Promise<void>((resolve) => turn.signal.addEventListener('abort', () => resolve()));
        return 'cancelled';
      },
    });
    const [here, there] = memoryPair();
    const connection = serve(worker, there);
    const client = await connect(here, { prefers: 'june' });
    const session = await client.newSession({ cwd: '/' });
    const turn = session.prompt('go').catch(() => undefined);
    await until(session, () => session.state.messages.length > 0);
    if (ends === 'cancel') session.cancel();
    else if (ends === 'exit') await there.close();
    await turn;
    await client.close();
    await connection.closed;
    const live = callsOf(session);
    expect([seed, live.filter(({ status }) => status !== 'completed' && status !== 'failed')]).toEqual([seed, []]);

    const [nearer, farther] = memoryPair();
    serve(worker, farther);
    await using later = await connect(nearer, { prefers: 'june' });
    const loaded = await later.loadSession({ cwd: '/', sessionId: session.id });
    expect([seed, callsOf(loaded)]).toEqual([seed, live]);
  }
});

test('[RO36] the calls of an agent that exits in mid-turn have failed, those of other turns stay as they are', async () => {
  const call = (toolCallId: string, status: string) => ({ sessionUpdate: 'tool_call', toolCallId, title: 'T', status });
  const { transport } = v1Agent({
    'session/prompt': (message, voice) => {
      const [{ text }] = message.params['prompt'] as [{ text: string }];
      voice.update(call(text, 'in_progress'));
      if (text === 'first') voice.answer(message, { stopReason: 'end_turn' });
      else voice.end();
    },
  });
  const updates: unknown[] = [];
  await using client = await connect(transport, { onUpdate: (update) => void updates.push(update) });
  const session = await client.newSession({ cwd: '/' });
  await session.prompt('first');
  await expect(session.prompt('second')).rejects.toThrow();
  expect(callsOf(session).map(({ toolCallId, status }) => [toolCallId, status])).toEqual([
    ['first', 'in_progress'],
    ['second', 'failed'],
  ]);
  expect(updates.length).toBe(2);
});

import { expect, test } from 'vitest';
import { MemoryLog } from '../../log/memory-log.ts';
import { entriesOf } from '../../testing/log-sessions.ts';
import { connected } from '../test-support/pair.ts';
import type { AgentDefinition } from './definition.ts';
import type { Turn } from './turn.ts';

const cwd = '/project';

/** Two connections to an agent with one log; `turns` are those that the agent has begun. */
async function twoConnections(prompt: (turn: Turn) => Promise<void>) {
  const log = new MemoryLog();
  const turns: Turn[] = [];
  let begun = () => {};
  const hasBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const definition: AgentDefinition = {
    sessions: { log, now: () => 1 },
    async prompt(turn) {
      turns.push(turn);
      begun();
      await prompt(turn);
    },
  };
  const [first, second] = [await connected(definition), await connected(definition)];
  const session = await first.client.newSession({ cwd });
  const close = async () => {
    await first[Symbol.asyncDispose]();
    await second[Symbol.asyncDispose]();
  };
  return { log, turns, hasBegun, first, second, session, [Symbol.asyncDispose]: close };
}

/** Rejects when the turn is aborted, as models and tools do. */
function aborted({ signal }: Turn): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

test.each(['loadSession', 'resumeSession'] as const)(
  '[LG21] %s elsewhere aborts the turn that runs with the next thing it reports, and the one that waits',
  async (open) => {
    let goOn = () => {};
    const taken = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await using pair = await twoConnections(async (turn) => {
      const message = turn.message({ id: 'm' });
      await message.append('before ');
      await taken;
      await message.append('after ');
      await aborted(turn);
    });
    const { log, turns, session, second } = pair;
    const answers = Promise.all([session.prompt('runs'), session.prompt('waits')]);
    await pair.hasBegun;
    await second.client[open]({ sessionId: session.id, cwd });
    const stored = await entriesOf(log, session.id);
    goOn();
    expect(await answers).toEqual([{ stopReason: 'cancelled' }, { stopReason: 'cancelled' }]);
    expect(turns.map(({ text, signal }) => [text, String(signal.reason)])).toEqual([
      ['runs', 'AbortError: The session was opened elsewhere.'],
    ]);
    expect(await entriesOf(log, session.id)).toEqual(stored);
    expect(JSON.stringify(stored)).toContain('before ');
    expect(JSON.stringify(stored)).not.toContain('after ');
  },
);

test.each([
  ['taken over', 'loadSession' as const],
  ['deleted', 'deleteSession' as const],
])(
  '[LG21] a turn that ends after its session was %s elsewhere is cancelled, though nothing had told it',
  async (_, method) => {
    let goOn = () => {};
    const taken = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await using pair = await twoConnections(() => taken);
    const { session, second } = pair;
    const answer = session.prompt('go');
    await pair.hasBegun;
    if (method === 'loadSession') await second.client.loadSession({ sessionId: session.id, cwd });
    else await second.client.deleteSession(session.id);
    goOn();
    expect(await answer).toEqual({ stopReason: 'cancelled' });
  },
);

test('[LG21] a turn that was cancelled by its client is answered so, though its session goes on elsewhere (A34)', async () => {
  await using pair = await twoConnections(aborted);
  const { session, second, turns } = pair;
  const answer = session.prompt('go');
  await pair.hasBegun;
  await second.client.loadSession({ sessionId: session.id, cwd });
  session.cancel();
  expect(await answer).toEqual({ stopReason: 'cancelled' });
  expect(turns.map(({ signal }) => String(signal.reason))).toEqual(['AbortError: The client cancelled the turn.']);
});

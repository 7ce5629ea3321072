import { expect, test } from 'vitest';
import type { RpcError } from '../../jsonrpc/rpc-error.ts';
import { LogError, type LogFailure } from '../../log/log-error.ts';
import { MemoryLog } from '../../log/memory-log.ts';
import type { OwnedSession, SessionOwnership } from '../../log/ownership.ts';
import { connected } from '../test-support/pair.ts';
import { type Json, rawClientOf, textPrompt } from '../test-support/raw-client.ts';
import { agent } from './agent.ts';
import type { AgentDefinition } from './definition.ts';

const cwd = '/project';

/** An agent whose turns wait to be cancelled, and a way to take its sessions away from its node. */
function shared() {
  const log = new MemoryLog();
  let controller = new AbortController();
  let refusal: LogError | undefined;
  const owned = (): OwnedSession => ({ epoch: 1, lost: controller.signal });
  const ownership: SessionOwnership = {
    node: 'here',
    async take() {
      if (refusal !== undefined) throw refusal;
      controller = new AbortController();
      return owned();
    },
    owned,
    ownerOf: async () => ({ node: 'here', epoch: 1, isHere: true }),
    release: async () => {},
  };
  const definition: AgentDefinition = {
    sessions: { log: Object.assign(log, { ownership }), now: () => 1 },
    async prompt({ text, signal }) {
      if (text === 'wait') await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    },
  };
  return {
    log,
    definition,
    lose(failure: LogFailure = 'not_owner') {
      refusal = new LogError(failure, 'The node at db.internal has no lease.');
      controller.abort(refusal);
    },
    regain() {
      refusal = undefined;
    },
  };
}

const lost = {
  code: -32050,
  message: 'This server does not have the session now: another one has it, or may take it. Try again in a moment.',
  data: { failure: 'not_owner', reason: 'owner_lost' },
};
const unreachable = {
  code: -32050,
  message: 'The session store of the agent cannot be reached. Try again later.',
  data: { failure: 'unavailable', reason: 'store_unavailable' },
};
/** What a turn is told that has run: to send its prompt again may do things twice. */
const turnLost = (failure: LogFailure) => ({
  code: -32050,
  message:
    'The end of this turn could not be stored. The prompt may have been run in part: look at the session before you send it again.',
  data: { failure, reason: 'turn_lost' },
});
const outcomeOf = (prompt: Promise<unknown>) => prompt.catch((error: RpcError) => error.toJSON());

test.each([
  ['not_owner', lost],
  ['unavailable', unreachable],
] as const)(
  '[LG27] [X35] a turn that ends as its session is lost (%s) is told that it may have run, and what waits that trying again helps',
  async (failure, refused) => {
    const { definition, lose, regain } = shared();
    const client = await rawClientOf(agent(definition), 'june');
    const sessionId = await client.open();
    const asked = ['wait', 'later'].map((text) => client.ask('session/prompt', textPrompt(sessionId, text)));
    await client.ask('session/list', {});
    lose(failure);
    expect(await Promise.all(asked)).toEqual([turnLost(failure), refused]);
    // It is not lost for ever.
    const next = () => client.ask('session/prompt', textPrompt(sessionId, 'next'));
    expect(await next()).toEqual(refused);
    regain();
    await client.ask('session/load', { sessionId, cwd: '/w', mcpServers: [] });
    expect(await next()).toEqual({ stopReason: 'end_turn' });
    await client.close();
  },
);

test('[RO98] who looks on is told of the end of a prompt that could not be stored', async () => {
  const { definition, log } = shared();
  const served = agent(definition);
  const asker = await rawClientOf(served, 'june');
  const sessionId = await asker.open();
  const told = await rawClientOf(served, 'june', { meta: { 'emend/shared': 1 } });
  await told.load(sessionId);
  log.append = () => Promise.reject(new LogError('unavailable', 'No route to db.internal.'));
  expect(await asker.ask('session/prompt', textPrompt(sessionId, 'one'))).toEqual(unreachable);
  await told.ask('session/list', {});
  const turns = told.received.filter(({ method }) => method === '_emend/turn').map(({ params }) => params as Json);
  expect(turns.map(({ turn }) => [(turn as Json)['state'], (turn as Json)['stopReason']])).toEqual([
    ['running', undefined],
    ['ended', 'error'],
  ]);
  await Promise.all([asker.close(), told.close()]);
});

test('[LG27] what its client has cancelled is answered so, though the session was lost (A34)', async () => {
  const { definition, lose } = shared();
  const client = await rawClientOf(agent(definition), 'june');
  const sessionId = await client.open();
  const asked = ['wait', 'later'].map((text) => client.ask('session/prompt', textPrompt(sessionId, text)));
  await client.ask('session/list', {});
  client.notify('session/cancel', { sessionId });
  lose();
  const cancelled = { stopReason: 'cancelled' };
  expect(await Promise.all(asked)).toEqual([cancelled, cancelled]);
  await client.close();
});

test('[LG27] a prompt behind a load that is refused for now is refused with its reason, and not as if there were no session', async () => {
  const { definition, lose } = shared();
  await using pair = await connected(definition);
  const session = await pair.client.newSession({ cwd });
  lose();
  const loading = outcomeOf(pair.client.loadSession({ sessionId: session.id, cwd }));
  const behind = outcomeOf(pair.client.request('session/prompt', textPrompt(session.id, 'go')));
  expect([await loading, await behind]).toEqual([lost, lost]);
});

test('[LG27] a log that cannot be read for who has missed something is no internal error', async () => {
  const { definition, log } = shared();
  const served = agent(definition);
  const [first, second] = [await rawClientOf(served, 'june'), await rawClientOf(served, 'june')];
  const sessionId = await first.open();
  await first.ask('session/prompt', textPrompt(sessionId, 'one'));
  log.read = () => {
    throw new LogError('unavailable', 'No route to db.internal.');
  };
  expect(await second.load(sessionId, { 'emend/after': 0 })).toEqual(unreachable);
  expect(await second.load(sessionId)).toEqual({});
  await Promise.all([first.close(), second.close()]);
});

import { expect, test } from 'vitest';
import { RpcError } from '../../jsonrpc/rpc-error.ts';
import { connected } from '../test-support/pair.ts';
import type { AgentEvent } from './event.ts';

const cwd = '/project';
const internal = { code: -32603, message: 'Internal error' };

/** What became of a prompt, and what its agent's author was told. */
async function prompted(prompt: Parameters<typeof connected>[0]['prompt']) {
  const events: AgentEvent[] = [];
  await using pair = await connected({ prompt }, {}, { onEvent: (event) => events.push(event) });
  const session = await pair.client.newSession({ cwd });
  const refusal = await session.prompt('go').then(
    () => undefined,
    (error: RpcError) => error.toJSON(),
  );
  return { refusal, events };
}

test('[RO11] what a client refuses is not the answer to its own prompt', async () => {
  const { refusal, events } = await prompted(async (turn) => void (await turn.extension('_nope')));
  expect(refusal).toMatchObject(internal);
  const cause = new RpcError(-32601, 'Method not found: _nope', undefined, '_nope');
  const error = new Error('Uncaught refusal of _nope: Method not found: _nope (-32601)', { cause });
  expect(events).toEqual([{ type: 'handler-failed', method: 'session/prompt', error }]);
});

test('[RO11] what an author throws crosses as it is, whatever it was made of', async () => {
  const refused = { code: 7, message: 'no such model', data: { model: 'x' } };
  const { refusal, events } = await prompted(async (turn) => {
    await turn.extension('_nope').catch(() => {
      throw new RpcError(refused.code, refused.message, refused.data);
    });
  });
  expect(refusal).toEqual(refused);
  expect(events).toEqual([]);
});

test('[RO11] it is the same in the hooks of a session and in requests of the agent itself', async () => {
  const events: AgentEvent[] = [];
  await using pair = await connected(
    {
      prompt() {},
      newSession: async (_, __, context) => void (await context.request('_nope')),
      requests: { _ask: (_, context) => context.request('_nope') },
    },
    {},
    { onEvent: (event) => events.push(event) },
  );
  await expect(pair.client.newSession({ cwd })).rejects.toMatchObject(internal);
  await expect(pair.client.request('_ask')).rejects.toMatchObject(internal);
  expect(events).toMatchObject([
    { type: 'handler-failed', method: 'session/new' },
    { type: 'handler-failed', method: '_ask' },
  ]);
});

test('[RO11] an agent before an agent passes back what the other refuses', async () => {
  const events: AgentEvent[] = [];
  await using inner = await connected({
    prompt() {
      throw new RpcError(-32000, 'log in first', { url: 'https://example.com' });
    },
  });
  const behind = await inner.client.newSession({ cwd });
  await using outer = await connected(
    { prompt: async (turn) => (await behind.prompt(turn.text)).stopReason as 'end_turn' },
    {},
    { onEvent: (event) => events.push(event) },
  );
  const session = await outer.client.newSession({ cwd });
  const refusal = await session.prompt('go').catch((error: RpcError) => error.toJSON());
  expect(refusal).toEqual({ code: -32000, message: 'log in first', data: { url: 'https://example.com' } });
  expect(events).toEqual([]);
});

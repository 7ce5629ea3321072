import { expect, test } from 'vitest';
import { MemoryLog } from '../../log/memory-log.ts';
import { ScriptedPeer } from '../../testing/scripted-peer.ts';
import { memoryPair } from '../../transport/memory-pair.ts';
import { countingIds } from '../test-support/pair.ts';
import { type Agent, agent } from './agent.ts';
import { serve } from './serve.ts';

const cwd = '/project';
const hello = {
  v1: { protocolVersion: 1, clientCapabilities: {} },
  june: { protocolVersion: 2, capabilities: {}, clientInfo: { name: 'x', version: '1' } },
} as const;

type Message = { readonly id?: unknown; readonly method?: string; readonly result?: unknown; readonly error?: unknown };

/** A client that sends what it is told to. */
async function rawClient(served: Agent, dialect: keyof typeof hello) {
  const [here, there] = memoryPair();
  serve(served, there, { whenClientLeaves: 'finish', onEvent: () => {} });
  const peer = new ScriptedPeer(here);
  /** Sends a request and returns the methods of what arrives before its answer, and the answer. */
  async function ask(id: string, method: string, params: object) {
    await peer.send({ jsonrpc: '2.0', id, method, params });
    const before: unknown[] = [];
    for (;;) {
      const message = (await peer.next()) as Message;
      if (message.id !== id) before.push(message.method);
      else return { before, answer: message.result ?? message.error };
    }
  }
  await ask('hello', 'initialize', hello[dialect]);
  return { ask, leave: () => peer.close() };
}

const text = (words: string, id: string) => ({
  prompt: [{ type: 'text', text: words }],
  _meta: { 'emend/prompt': id },
});

test.each(['v1', 'june'] as const)(
  '[RO82] a prompt of a %s client that is sent again is not run again',
  async (dialect) => {
    const runs: string[] = [];
    const log = new MemoryLog();
    const served = agent({
      sessions: { log, now: () => 1 },
      mintId: countingIds(),
      async prompt(turn) {
        runs.push(turn.text);
        if (turn.text === 'fail') throw new Error('secret');
        return 'max_tokens';
      },
    });
    const first = await rawClient(served, dialect);
    const { answer } = await first.ask('new', 'session/new', { cwd, mcpServers: [] });
    const { sessionId } = answer as { readonly sessionId: string };
    const prompt = (client: typeof first, words: string, id: string) =>
      client.ask(`${words} ${id}`, 'session/prompt', { sessionId, ...text(words, id) }).then((said) => said.answer);
    const failure = { code: -32603, message: 'Internal error' };
    expect(await prompt(first, 'one', 'p1')).toEqual({ stopReason: 'max_tokens' });
    expect(await prompt(first, 'fail', 'p2')).toMatchObject(failure);
    expect(await prompt(first, 'one', 'p1')).toEqual({ stopReason: 'max_tokens' });
    await first.leave();

    const second = await rawClient(served, dialect);
    const ids = { 'emend/prompts': ['p1', 'p2', 'p3', 7] };
    const load = await second.ask('load', 'session/load', { sessionId, cwd, mcpServers: [], _meta: ids });
    expect(load.answer).toEqual({
      _meta: {
        'emend/prompts': [
          { id: 'p1', state: 'ended', messageId: 'message-2', stopReason: 'max_tokens' },
          { id: 'p2', state: 'ended', messageId: 'message-3', error: 'The turn failed.' },
        ],
      },
    });
    expect(await prompt(second, 'one', 'p1')).toEqual({ stopReason: 'max_tokens' });
    expect(await prompt(second, 'fail', 'p2')).toEqual({ code: -32603, message: 'The turn failed.' });
    expect(await prompt(second, 'three', 'p3')).toEqual({ stopReason: 'max_tokens' });
    expect(runs).toEqual(['one', 'fail', 'three']);
    await second.leave();
  },
);

test('[RO82] a prompt that is sent again while its turn runs gets the answer of that turn, before the next turn begins', async () => {
  let goOn = () => {};
  const mayGoOn = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const served = agent({
    sessions: { log: new MemoryLog(), now: () => 1 },
    mintId: countingIds(),
    async prompt(turn) {
      await turn.message().append(turn.text);
      await mayGoOn;
      await turn.message().append('end');
    },
  });
  const first = await rawClient(served, 'june');
  const { answer } = await first.ask('new', 'session/new', { cwd, mcpServers: [] });
  const { sessionId } = answer as { readonly sessionId: string };
  for (const id of ['p1', 'p2']) void first.ask(id, 'session/prompt', { sessionId, ...text(id, id) }).catch(() => {});
  await first.ask('list', 'session/list', {});
  await first.leave();
  const second = await rawClient(served, 'june');
  const ids = { 'emend/prompts': ['p1', 'p2'] };
  const load = await second.ask('load', 'session/load', { sessionId, cwd, mcpServers: [], _meta: ids });
  expect(load.answer).toEqual({
    _meta: {
      'emend/prompts': [
        { id: 'p1', state: 'open', messageId: 'message-2' },
        { id: 'p2', state: 'open' },
      ],
    },
  });
  const asked = second.ask('p1 again', 'session/prompt', { sessionId, ...text('p1', 'p1') });
  goOn();
  expect(await asked).toEqual({ before: ['session/update'], answer: { stopReason: 'end_turn' } });
  expect((await second.ask('p2 again', 'session/prompt', { sessionId, ...text('p2', 'p2') })).answer).toEqual({
    stopReason: 'end_turn',
  });
  await second.leave();
});

test('[RO82] an agent without a session log says nothing of prompts', async () => {
  const served = agent({ prompt: () => {}, loadSession: () => {} });
  const { ask, leave } = await rawClient(served, 'june');
  const params = { sessionId: 's', cwd, mcpServers: [], _meta: { 'emend/prompts': ['p'] } };
  expect((await ask('load', 'session/load', params)).answer).toEqual({});
  await leave();
});

import { expect, test } from 'vitest';
import { MemoryLog } from '../../log/memory-log.ts';
import { memoryPair } from '../../transport/memory-pair.ts';
import { type Json, rawClientOf, textPrompt } from '../test-support/raw-client.ts';
import { said } from '../test-support/said.ts';
import { agent } from './agent.ts';
import { eraserIn } from './erased-frames.ts';
import { serve } from './serve.ts';

/** A session in whose turn the test acts, with one client that reads and one that does not. */
async function withSlowClient(dialect: 'june' | 'november', history: 'erase' | 'keep', when: 'joined' | 'joining') {
  let act = async () => {};
  let goOn = () => {};
  const mayAct = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const served = agent({
    sessions: { log: new MemoryLog(), now: () => 1, history },
    async prompt(turn) {
      const secret = turn.message();
      for (const word of ['my ', 'secret ', 'word']) void secret.append(word);
      const call = turn.toolCall({ title: 'Look', kind: 'read', rawInput: { path: 'secret' } });
      await mayAct;
      void turn.message().append(`${'long '.repeat(100_000)}`);
      if (when === 'joined') void secret.append(' of secret');
      await act();
      void call.update({ status: 'completed', rawInput: { path: 'plain' } });
      void secret.replace('nothing');
      void turn.message().append('The end.');
    },
  });
  const first = await rawClientOf(served, 'june');
  const sessionId = await first.open();
  const [near, far] = memoryPair({ highWater: 200 });
  const connection = serve(served, far, { onEvent() {} });
  const send = (message: object) => void near.send(JSON.stringify({ jsonrpc: '2.0', ...message }));
  const info = { name: 'slow', version: '1' };
  send({
    id: 1,
    method: 'initialize',
    params: { protocolVersion: 2, [dialect === 'june' ? 'clientInfo' : 'info']: info },
  });
  const params = { sessionId, cwd: '/w', mcpServers: [] };
  const load = () =>
    send(
      dialect === 'june'
        ? { id: 2, method: 'session/load', params }
        : { id: 2, method: 'session/resume', params: { ...params, replayFrom: { type: 'start' } } },
    );
  if (when === 'joined') {
    load();
    await expect.poll(() => connection.sessions.size).toBe(1);
    await expect.poll(() => connection.sessions.get(sessionId)?.clients.present.length).toBe(2);
    await first.ask('session/list', {});
  } else
    act = async () => {
      load();
      await expect.poll(() => connection.sessions.get(sessionId)?.clients.present.length).toBe(2);
    };
  const turn = first.ask('session/prompt', textPrompt(sessionId, 'one'));
  goOn();
  await turn;
  const received: Json[] = [];
  const read = (async () => {
    for await (const batch of near.frames) for (const frame of batch) received.push(JSON.parse(frame as string));
  })();
  await expect.poll(() => JSON.stringify(received)).toContain('The end.');
  await near.close();
  await read;
  const updates = received.flatMap(({ params }): Json[] => {
    const { update } = (params ?? {}) as { readonly update?: Json };
    return update === undefined ? [] : [update];
  });
  await first.close();
  return { updates, seen: JSON.stringify(received), shownFirst: said(first.updates()) };
}

test.each([
  ['june', 'joined'],
  ['june', 'joining'],
] as const)(
  '[RO125] [X13] what was erased is in nothing that waits for a %s client that has %s',
  async (dialect, when) => {
    const { updates, seen, shownFirst } = await withSlowClient(dialect, 'erase', when);
    expect(seen).not.toContain('secret');
    // Everything else is there, in its place.
    expect(said(updates)).toEqual(shownFirst);
    expect(updates.filter(({ toolCallId }) => toolCallId !== undefined).at(-1)).toMatchObject({
      rawInput: { path: 'plain' },
    });
  },
);

test('[RO125] [X13] what is kept as history is not taken out of queues', async () => {
  const { seen } = await withSlowClient('june', 'keep', 'joined');
  expect(seen).toContain('secret');
});

test('[RE95] [X13] a frame tells what it erases from those before it', () => {
  const framed = (update: object, sessionId = 's') =>
    JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params: { sessionId, update } });
  const chunk = (messageId: string, text = 'secret') =>
    framed({ sessionUpdate: 'agent_message_chunk', messageId, content: { type: 'text', text } });
  const whole = (content: readonly object[]) => framed({ sessionUpdate: 'agent_message', messageId: 'm', content });
  const erase = eraserIn(whole([{ type: 'text', text: 'nothing' }]))?.();
  expect(
    [chunk('m'), chunk('m'), chunk('other'), chunk('m').replace('"s"', '"t"')].map((frame) => erase?.(frame)),
  ).toEqual([chunk('m', ''), null, undefined, undefined]);
  const others = [
    chunk('m'),
    framed({ sessionUpdate: 1 }),
    framed([]),
    '{"method":"session/update"}',
    'session/update',
  ];
  expect(others.map(eraserIn)).toEqual(others.map(() => undefined));
});

import { expect, test } from 'vitest';
import { MemoryLog } from '../../log/memory-log.ts';
import { agent } from '../agent/agent.ts';
import { type RawClient, rawClient, rawClientOf } from '../test-support/raw-client.ts';
import type { AsyncAgentDefinition } from './definition.ts';

/** An agent that takes what it does not know, and what it was given. */
function taking(definition: Partial<AsyncAgentDefinition> = {}) {
  const taken: unknown[] = [];
  const take = (params: unknown, { method }: { readonly method: string }): object => {
    taken.push([method, params]);
    return { taken: params };
  };
  const whole: AsyncAgentDefinition = {
    prompt: async () => undefined,
    otherRequest: take,
    otherNotification: (params, context) => void take(params, context),
    ...definition,
  };
  return { definition: whole, taken };
}

const readOnly = { code: -32000, message: 'This client is read only.', data: { scope: 'prompt' } };
const notOpen = (sessionId: string) => ({
  code: -32600,
  message: `The session "${sessionId}" is not open on this connection. Load or resume it first.`,
  data: { sessionId, reason: 'not_open' },
});
const none = (sessionId: string) => ({
  code: -32002,
  message: `There is no session "${sessionId}".`,
  data: { sessionId },
});

/** Sends a notification and then a request of unknown methods about a session, and returns the answer. */
function send(client: RawClient, sessionId: string): Promise<unknown> {
  client.notify('_own/note', { sessionId });
  return client.ask('_own/ask', { sessionId });
}

test.each(['june', 'november', 'v1'] as const)(
  '[RO140] a %s client has an unknown method reach an agent about a session that it has open, in control',
  async (dialect) => {
    const { definition, taken } = taking({ sessions: { log: new MemoryLog() } });
    const served = agent(definition);
    const [owner, watcher, stranger, joined] = [
      await rawClientOf(served, dialect),
      await rawClientOf(served, dialect),
      await rawClientOf(served, dialect),
      await rawClientOf(served, dialect),
    ] as const;
    const sessionId = await owner.open();
    await watcher.load(sessionId, { 'emend/role': 'observe' });
    await joined.load(sessionId);
    expect([await send(watcher, sessionId), await send(stranger, sessionId), await send(stranger, 'other')]).toEqual([
      readOnly,
      notOpen(sessionId),
      none('other'),
    ]);
    expect(taken).toEqual([]);
    const answer = { taken: { sessionId } };
    expect([await send(owner, sessionId), await send(joined, sessionId)]).toEqual([answer, answer]);
    const both = [
      ['_own/note', { sessionId }],
      ['_own/ask', { sessionId }],
    ];
    expect(taken).toEqual([...both, ...both]);
    // Without a session, what the server allows the client counts.
    expect(await watcher.ask('_own/ask', {})).toEqual({ taken: {} });
    for (const client of [owner, watcher, stranger, joined]) await client.close();
  },
);

test('[RO140] what is sent behind a load waits for it, and is refused if it fails', async () => {
  const { definition } = taking({ sessions: { log: new MemoryLog() } });
  const served = agent(definition);
  const owner = await rawClientOf(served, 'june');
  const sessionId = await owner.open();
  const other = await rawClientOf(served, 'june');
  const failing = [
    other.ask('session/load', { sessionId, cwd: '/elsewhere', mcpServers: [] }),
    other.ask('_own/ask', { sessionId }),
  ];
  expect(await Promise.all(failing)).toEqual([expect.objectContaining({ code: -32602 }), notOpen(sessionId)]);
  const loading = [other.load(sessionId), other.ask('_own/ask', { sessionId })];
  expect(await Promise.all(loading)).toEqual([{}, { taken: { sessionId } }]);
  const observing = [other.load(sessionId, { 'emend/role': 'observe' }), other.ask('_own/ask', { sessionId })];
  expect(await Promise.all(observing)).toEqual([{}, readOnly]);
});

test('[RO140] an agent without a log has the sessions of the connection, and those that it can load', async () => {
  const plain = taking();
  const client = await rawClient('june', plain.definition);
  const sessionId = await client.open();
  expect([await send(client, sessionId), await send(client, 'other')]).toEqual([
    { taken: { sessionId } },
    none('other'),
  ]);
  expect(plain.taken).toEqual([
    ['_own/note', { sessionId }],
    ['_own/ask', { sessionId }],
  ]);
  const loads = await rawClient('june', taking({ loadSession: async () => ({}) }).definition);
  expect(await send(loads, 'other')).toEqual(notOpen('other'));
});

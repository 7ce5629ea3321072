import { describe, expect, test } from 'vitest';
import { RpcError } from '../../jsonrpc/rpc-error.ts';
import type { LogEvent } from '../../log/event.ts';
import { MemoryLog } from '../../log/memory-log.ts';
import { ScriptedPeer } from '../../testing/scripted-peer.ts';
import { memoryPair } from '../../transport/memory-pair.ts';
import { countingIds } from '../test-support/pair.ts';
import { agent } from './agent.ts';
import type { AgentDefinition } from './definition.ts';
import { serve } from './serve.ts';
import type { AgentSession } from './session.ts';

const commands = [{ name: 'capital', description: 'Names a capital.' }];

/** Says something of every sort, waits for it as an author may, and goes on talking behind its own back. */
async function talkative(_request: unknown, session: AgentSession): Promise<void> {
  await session.commands(commands);
  const message = session.message({ id: 'hello' });
  await message.append('Good ');
  void Promise.resolve().then(() => message.append('morning'));
  await message.append('early ');
}

/** A client that speaks a version and shows what comes in, word for word. */
async function rawClient(version: 1 | 2, definition: Partial<AgentDefinition>): Promise<ScriptedPeer> {
  const [near, far] = memoryPair();
  serve(agent({ prompt: () => {}, mintId: countingIds(), ...definition }), far);
  const client = new ScriptedPeer(near);
  const params = version === 1 ? { clientCapabilities: {} } : { capabilities: {} };
  await client.send({ jsonrpc: '2.0', id: 0, method: 'initialize', params: { protocolVersion: version, ...params } });
  await client.next();
  return client;
}

/** What an agent sends from `session/new` on, until it has answered a request that came after. */
async function afterNew(client: ScriptedPeer): Promise<unknown[]> {
  await client.send({ jsonrpc: '2.0', id: 1, method: 'session/new', params: { cwd: '/project', mcpServers: [] } });
  const messages: unknown[] = [];
  let isAnswered = false;
  for (;;) {
    const message = (await client.next()) as { readonly id?: number };
    if (message.id === 2) return messages;
    messages.push(message);
    if (message.id === 1 && !isAnswered) {
      isAnswered = true;
      await client.send({ jsonrpc: '2.0', id: 2, method: '_nothing' });
    }
  }
}

const text = (words: string) => ({ type: 'text', text: words });
const updated = (update: unknown) => ({
  jsonrpc: '2.0',
  method: 'session/update',
  params: { sessionId: 'session-1', update },
});

async function recorded(log: MemoryLog): Promise<LogEvent[]> {
  const events: LogEvent[] = [];
  for await (const batch of log.read('session-1')) events.push(...batch.map(({ event }) => event));
  return events;
}

describe('what newSession says', () => {
  const stores: [string, () => Partial<AgentDefinition>][] = [
    ['in memory', () => ({})],
    ['durable', () => ({ sessions: { log: new MemoryLog(), now: () => 0 } })],
  ];

  const chunk = { sessionUpdate: 'agent_message_chunk', messageId: 'hello' };
  const everything = [
    { jsonrpc: '2.0', id: 1, result: { sessionId: 'session-1' } },
    updated({ sessionUpdate: 'available_commands_update', availableCommands: commands }),
    updated({ ...chunk, content: text('Good ') }),
    updated({ ...chunk, content: text('early ') }),
    updated({ ...chunk, content: text('morning') }),
  ];

  test.each(stores)(
    '[RO1] follows the answer that names the session, in order, to a v2 client (%s)',
    async (_, kept) => {
      expect(await afterNew(await rawClient(2, { newSession: talkative, ...kept() }))).toEqual(everything);
    },
  );

  test.each(stores)('[RO1] follows it to a v1 client too, through the bridge (%s)', async (_, kept) => {
    expect(await afterNew(await rawClient(1, { newSession: talkative, ...kept() }))).toEqual(everything);
  });

  test('[RO1] what is malformed throws where it is said', async () => {
    const client = await rawClient(2, {
      newSession: async (_, session) => session.commands([{ name: 7 } as never]),
    });
    expect(await afterNew(client)).toEqual([
      { jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'Internal error' } },
    ]);
  });

  test.each([
    ['newSession itself', { newSession: refusing }, { code: 7, message: 'no room' }],
    [
      'what it returned',
      { newSession: malformed },
      {
        code: -32603,
        message: 'the answer to session/new was not sent: configOptions: expected array or null, found number 7',
        data: { issues: ['configOptions: expected array or null, found number 7'] },
      },
    ],
  ])('[RO2] is dropped if the setup is refused by %s', async (_, definition, error) => {
    for (const version of [1, 2] as const) {
      const client = await rawClient(version, definition);
      expect(await afterNew(client)).toEqual([{ jsonrpc: '2.0', id: 1, error }]);
    }
  });

  async function refusing(request: unknown, session: AgentSession): Promise<never> {
    await talkative(request, session);
    void Promise.resolve().then(() => session.commands([]));
    throw new RpcError(7, 'no room');
  }

  async function malformed(request: unknown, session: AgentSession): Promise<never> {
    await talkative(request, session);
    return { configOptions: 7 } as never;
  }

  test('[RO3] is recorded at once, and in the history', async () => {
    const log = new MemoryLog();
    const seen: unknown[] = [];
    const client = await rawClient(2, {
      sessions: { log, now: () => 0 },
      newSession: async (_, session) => {
        await session.commands(commands);
        seen.push(session.history?.availableCommands, await recorded(log));
      },
    });
    await afterNew(client);
    const event = {
      type: 'update',
      update: { sessionUpdate: 'available_commands_update', availableCommands: commands },
    };
    expect(seen).toEqual([commands, [event]]);
    expect(await recorded(log)).toEqual([event]);
  });

  test('[RO3] a session that could not be set up is in no list', async () => {
    const log = new MemoryLog();
    const client = await rawClient(2, { sessions: { log, now: () => 0 }, newSession: refusing });
    expect(await afterNew(client)).toEqual([{ jsonrpc: '2.0', id: 1, error: { code: 7, message: 'no room' } }]);
    expect((await log.list()).sessions).toEqual([]);
  });
});

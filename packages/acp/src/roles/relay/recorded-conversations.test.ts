import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MemoryLog } from '../../log/memory-log.ts';
import type { Dialect } from '../../protocol/dialects.ts';
import type { SessionUpdate } from '../../protocol/june/generated/session-update.ts';
import { memoryPair } from '../../transport/memory-pair.ts';
import { type Agent, agent } from '../agent/agent.ts';
import { serve } from '../agent/serve.ts';
import type { Client } from '../client/client.ts';
import { connect } from '../client/connect.ts';
import type { ClientOptions } from '../client/options.ts';
import { type Json, type RawClient, rawClientOf, textPrompt } from '../test-support/raw-client.ts';
import { relayAgent } from './relay-agent.ts';

const dialects = ['v1', 'june', 'november'] as const;
const folder = new URL('../../../../../conformance/session/', import.meta.url);

interface Recording {
  readonly name: string;
  readonly updates: readonly SessionUpdate[];
}

/** What agents were recorded to tell, with something of everything that a session shows. */
const recordings = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .flatMap((name): Recording[] => {
    const { updates } = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Partial<Recording>;
    return updates === undefined ? [] : [{ name, updates }];
  });

/** An agent that tells again in a turn what was recorded; it notes what it was not allowed to tell. */
function replaying({ updates }: Recording, refused: unknown[]): Agent {
  return agent({
    async prompt(turn) {
      for (const update of updates) await turn.update(update).catch((error: unknown) => refused.push(error));
    },
  });
}

async function connectTo(served: Agent, options: ClientOptions): Promise<Client> {
  const [near, far] = memoryPair();
  serve(served, far, { onEvent() {} });
  return connect(near, { ...options, prefers: 'june' });
}

/** What a client was told of a session, but for who typed what, and with the ids that were made up on the way counted. */
function told(client: RawClient): readonly unknown[] {
  const ids = new Map<string, string>();
  const shown = client.updates().filter(({ sessionUpdate }) => {
    return !String(sessionUpdate).startsWith('user_message') && sessionUpdate !== 'state_update';
  });
  const all = JSON.parse(JSON.stringify(shown), (key, value: unknown) => {
    if (key === '_meta') return withoutOurs(value as Json);
    if (typeof value !== 'string' || !/^(messageId|toolCallId|planId|terminalId|id)$/.test(key)) return value;
    if (!ids.has(value)) ids.set(value, `id ${ids.size}`);
    return ids.get(value);
  }) as readonly object[];
  // Nothing is left of what is kept for ourselves.
  return all.filter((update) => Object.keys(update).length > 1);
}

function withoutOurs(meta: Json | null): Json | null | undefined {
  if (meta === null) return null;
  const others = Object.entries(meta).filter(([name]) => !name.startsWith('emend/'));
  return others.length === 0 ? undefined : Object.fromEntries(others);
}

/** Lets a client prompt, and waits until the others have everything, too. */
async function replayed(
  prompter: RawClient,
  isNovember: boolean,
  others: readonly RawClient[],
  sessionId: string,
): Promise<void> {
  await prompter.ask('session/prompt', textPrompt(sessionId, 'go'));
  // In November the answer comes when the prompt is accepted.
  if (isNovember) await prompter.until((message) => /"state":"idle"/.test(JSON.stringify(message)));
  await Promise.all(others.map((client) => client.ask('session/list', {})));
}

async function directly(recording: Recording, dialect: Dialect): Promise<readonly unknown[]> {
  const client = await rawClientOf(replaying(recording, []), dialect);
  await replayed(client, dialect === 'november', [], await client.open());
  await client.close();
  return told(client);
}

async function throughRelay(recording: Recording, visitors: readonly Dialect[], prompts: number) {
  const refused: unknown[] = [];
  const behind = (options: ClientOptions) => connectTo(replaying(recording, refused), options);
  // What is erased would also leave the queues, sooner or later.
  const sessions = { log: new MemoryLog(), now: () => 1, history: 'keep' } as const;
  const relay = await relayAgent({ connect: behind, sessions });
  const clients = await Promise.all(visitors.map((dialect) => rawClientOf(relay.agent, dialect)));
  const prompter = clients[prompts] as RawClient;
  const sessionId = await prompter.open();
  for (const client of clients) if (client !== prompter) await client.load(sessionId);
  await replayed(prompter, visitors[prompts] === 'november', clients, sessionId);
  await Promise.all(clients.map((client) => client.close()));
  await relay.close();
  return { seen: clients.map(told), refused };
}

test('[RO120] [X47] [X1] what was recorded is told to clients of all dialects on one session as to one alone, and as without anything between', async () => {
  const differences: unknown[] = [];
  let compared = 0;
  for (const [number, recording] of recordings.entries()) {
    const prompts = number % 3;
    const { seen, refused } = await throughRelay(recording, dialects, prompts);
    if (refused.length > 0) continue;
    for (const [index, dialect] of dialects.entries()) {
      const direct = await directly(recording, dialect);
      const {
        seen: [alone],
      } = await throughRelay(recording, [dialect], 0);
      compared += direct.length;
      if (JSON.stringify(direct) !== JSON.stringify(alone))
        differences.push({ name: recording.name, dialect, direct, alone });
      if (JSON.stringify(alone) !== JSON.stringify(seen[index]))
        differences.push({ name: recording.name, dialect, alone, shared: seen[index] });
    }
  }
  expect(differences).toEqual([]);
  expect(compared).toBeGreaterThan(400);
});

import { expect, test } from 'vitest';
import { counts } from '../../../../test/support/counts.ts';
import { heldBytes } from '../../../../test/support/garbage.ts';
import type { Dialect } from '../protocol/dialects.ts';
import { readUpdate } from '../session/read-update.ts';
import { applyEvent } from '../session/reduce/apply.ts';
import { newSessionState } from '../session/state.ts';
import { ends } from './test-support/ends.ts';
import { text } from './test-support/talk.ts';
import { type Translator, translator } from './translator.ts';

const updates = counts({ short: 30_000, long: 200_000 });

// Whatever else happens in the process, such as what the runner of the tests does between two turns of the event loop, is measured too. It is
// too much now and then, and what is kept by mistake is always there.
const busy = { retry: 4 };

test.each([
  ['to v1', 'v1', 'm'],
  ['to June, ids given', 'june', 'm'],
  ['to June, ids made up', 'june', undefined],
] as const)(
  '[BR63] memory does not grow with the updates of a message and a tool call: %s',
  async (_, client, messageId) => {
    const bridge = translator(ends(client));
    const send = (fields: object) =>
      bridge.fromAgent({ jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's', update: fields } });
    const before = await heldBytes();
    for (let count = 0; count < updates; count++) {
      send({
        sessionUpdate: 'agent_message_chunk',
        content: text('0123456789'),
        ...(messageId === undefined ? {} : { messageId }),
      });
      send({ sessionUpdate: 'tool_call_update', toolCallId: 'c', title: `step ${count}`, status: 'in_progress' });
      send({ sessionUpdate: 'usage_update', used: count, size: updates });
    }
    // Ten characters a chunk, in one or two bytes each, twice over while a chain of strings is flattened.
    expect((await heldBytes()) - before).toBeLessThan(updates * 10 * 4 + 2 * 1024 * 1024);
    expect(bridge.hasWaiting()).toBe(false);
  },
);

/** Takes updates and keeps something of them, until it is told to drop all: engines may hold on to the function itself. */
interface Keeper {
  take(update: object): void;
  drop(): void;
}

/** The bytes that each of many messages or tool calls leaves behind, beyond its text; of three tries, since others use the heap too. */
async function bytesEach(keep: () => Keeper, updateOf: (id: number) => object): Promise<number> {
  const tries = [await tryOf(keep(), updateOf), await tryOf(keep(), updateOf), await tryOf(keep(), updateOf)];
  return tries.sort((one, other) => one - other)[1] as number;
}

async function tryOf({ take, drop }: Keeper, updateOf: (id: number) => object): Promise<number> {
  const ids = counts({ short: 10_000, long: 50_000 });
  const before = await heldBytes();
  // Read anew, since what is kept of a message is strings of its own.
  for (let id = 0; id < ids; id++) take(JSON.parse(JSON.stringify(updateOf(id))));
  const used = (await heldBytes()) - before;
  take(updateOf(0));
  drop();
  return used / ids - words.length;
}

const words = 'a few words that somebody says '.repeat(10);
const message = (id: number) => ({
  sessionUpdate: 'agent_message_chunk',
  messageId: `m${id}`,
  content: text(words),
});
const toolCall = (sessionUpdate: string) => (id: number) => ({
  sessionUpdate,
  toolCallId: `c${id}`,
  title: `step ${id}`,
  kind: 'read',
  status: 'completed',
  content: [{ type: 'content', content: text(words) }],
});

function translating(client: Dialect): Keeper {
  let bridge: Translator | undefined = translator(ends(client));
  return {
    take: (update) =>
      bridge?.fromAgent({ jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's', update } }),
    drop() {
      bridge = undefined;
    },
  };
}

function folding(): Keeper {
  let state = newSessionState();
  return {
    take(update) {
      state = applyEvent(state, readUpdate(update));
    },
    drop() {
      state = newSessionState();
    },
  };
}

test('[BR63] to v1 each message and tool call takes less than in the folded session', busy, async () => {
  const call = toolCall('tool_call_update');
  const toV1 = () => translating('v1');
  const messages = { ours: await bytesEach(toV1, message), folded: await bytesEach(folding, message) };
  const calls = { ours: await bytesEach(toV1, call), folded: await bytesEach(folding, call) };
  expect(messages.ours).toBeLessThan(Math.min(messages.folded, 300));
  expect(calls.ours).toBeLessThan(Math.min(calls.folded, 450));
});

test('[BR63] to June each message and tool call takes little, and none of its text', busy, async () => {
  const toV2 = () => translating('june');
  expect((await bytesEach(toV2, message)) + words.length).toBeLessThan(200);
  expect((await bytesEach(toV2, toolCall('tool_call'))) + words.length).toBeLessThan(250);
});

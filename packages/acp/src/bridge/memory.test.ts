import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { counts } from '../../../../test/support/counts.ts';
import { applyEvent } from '../session/apply.ts';
import { readUpdate } from '../session/read-update.ts';
import { newSessionState } from '../session/state.ts';
import { text } from './test-support/talk.ts';
import { type Translator, translator } from './translator.ts';

const updates = counts({ short: 60_000, long: 400_000 });
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** The heap after everything that can be freed is. */
function heap(): number {
  // A collection that was under way ends as it began: what has died since is found by the next.
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}

test.each([
  ['towards v1', 1, 'm'],
  ['towards v2, ids given', 2, 'm'],
  ['towards v2, ids made up', 2, undefined],
] as const)('[BR63] memory does not grow with the updates of a message and a tool call: %s', (_, client, messageId) => {
  const bridge = translator({ client });
  const send = (fields: object) =>
    bridge.fromAgent({ jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's', update: fields } });
  const before = heap();
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
  expect(heap() - before).toBeLessThan(updates * 10 * 4 + 2 * 1024 * 1024);
  expect(bridge.hasWaiting()).toBe(false);
});

/** Takes updates and keeps something of them, until it is told to drop all: engines may hold on to the function itself. */
interface Keeper {
  take(update: object): void;
  drop(): void;
}

/** The bytes that each of many messages or tool calls leaves behind, beyond its text. */
function bytesEach({ take, drop }: Keeper, updateOf: (id: number) => object): number {
  const ids = counts({ short: 20_000, long: 100_000 });
  const before = heap();
  // Read anew, since what is kept of a message is strings of its own.
  for (let id = 0; id < ids; id++) take(JSON.parse(JSON.stringify(updateOf(id))));
  const used = heap() - before;
  take(updateOf(0));
  drop();
  return used / ids - words.length;
}

const words = 'a few words that somebody says';
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

function translating(client: 1 | 2): Keeper {
  let bridge: Translator | undefined = translator({ client });
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

test('[BR63] towards v1 each message and tool call takes less than in the folded session', () => {
  const ours = [bytesEach(translating(1), message), bytesEach(translating(1), toolCall('tool_call_update'))] as const;
  const folded = [bytesEach(folding(), message), bytesEach(folding(), toolCall('tool_call_update'))] as const;
  expect(ours[0]).toBeLessThan(Math.min(folded[0], 300));
  expect(ours[1]).toBeLessThan(Math.min(folded[1], 450));
});

test('[BR63] towards v2 each message and tool call takes little, and none of its text', () => {
  expect(bytesEach(translating(2), message) + words.length).toBeLessThan(100);
  expect(bytesEach(translating(2), toolCall('tool_call')) + words.length).toBeLessThan(150);
});

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { counts } from '../../../../test/support/counts.ts';
import { text } from './test-support/talk.ts';
import { translator } from './translator.ts';

const updates = counts({ short: 60_000, long: 400_000 });
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** The heap after everything that can be freed is. */
function heap(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

test.each([
  ['towards v1', 1, 'm'],
  ['towards v2, ids given', 2, 'm'],
  ['towards v2, ids made up', 2, undefined],
] as const)('[BR63] memory is the folded content and a constant: %s', (_, client, messageId) => {
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

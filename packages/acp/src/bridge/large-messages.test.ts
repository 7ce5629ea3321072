import { expect, test } from 'vitest';
import { ends } from './test-support/ends.ts';
import { text } from './test-support/talk.ts';
import { translator } from './translator.ts';

const update = (fields: object) => ({
  jsonrpc: '2.0',
  method: 'session/update',
  params: { sessionId: 's', update: fields },
});

test('[BR44] a message of very many blocks that continues what was sent', () => {
  const bridge = translator({ client: 'v1', agent: 'june' });
  const link = { type: 'resource_link', name: 'n', uri: 'file:///n' };
  bridge.fromAgent(update({ sessionUpdate: 'agent_message_chunk', messageId: 'm', content: text('a') }));
  const content = [text('ab'), ...Array.from({ length: 150_000 }, () => link)];
  const { toClient } = bridge.fromAgent(update({ sessionUpdate: 'agent_message', messageId: 'm', content }));
  expect(toClient.length).toBe(150_001);
});

test.each(['v1', 'june'] as const)('[BR11] a batch of very many requests with one id (client of %s)', (client) => {
  const bridge = translator(ends(client));
  const size = 300_000;
  const batch = Array.from({ length: size }, () => ({ jsonrpc: '2.0', id: 1, method: '_x' }));
  expect(bridge.fromClient(batch).toAgent.length).toBe(size);
  const answers = Array.from({ length: size }, (_, result) => ({ jsonrpc: '2.0', id: 1, result }));
  const { toClient } = bridge.fromAgent(answers);
  expect(toClient.map((message) => (Array.isArray(message) ? message.length : 1))).toEqual([size]);
  expect((toClient[0] as readonly object[]).at(-1)).toEqual(answers.at(-1));
});

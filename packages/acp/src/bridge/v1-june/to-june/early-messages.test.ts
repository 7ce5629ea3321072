import { expect, test } from 'vitest';
import { talk } from '../../test-support/talk.ts';

/** Updates of a session that nobody has named, and how often they were looked at. */
function unnamedUpdates(count: number) {
  const looks = { count: 0 };
  const params = { sessionId: 's', update: { sessionUpdate: 'usage_update', used: 1, size: 1 } };
  const messages = Array.from({ length: count }, () => ({
    jsonrpc: '2.0',
    method: 'session/update',
    get params() {
      looks.count += 1;
      return params;
    },
  }));
  return { messages, looks };
}

test('[BR32] what waits is not looked at again before an answer comes', () => {
  const { ask, answer, fromAgent } = talk({ client: 'june', agent: 'v1' });
  ask(1, 'session/new', { cwd: '/', mcpServers: [] });
  const { messages, looks } = unnamedUpdates(1_000);
  for (const message of messages) fromAgent(message);
  // Once to see what it is about, once for its size.
  expect(looks.count).toBe(2_000);
  expect(answer(1, { sessionId: 's' }).client.length).toBe(1_001);
});

test('[BR32] too many do not wait: they go on, in their order', () => {
  const { ask, fromAgent } = talk({ client: 'june', agent: 'v1' });
  ask(1, 'session/new', { cwd: '/', mcpServers: [] });
  const { messages } = unnamedUpdates(10_001);
  const sent = messages.map((message) => fromAgent(message).client);
  expect(sent.map((some) => some.length)).toEqual([...Array(9_999).fill(0), 10_000, 1]);
  expect(sent.flat().every((message, place) => message === messages[place])).toBe(true);
});

test('[BR32] too much does not wait either', () => {
  const { ask, update, answer } = talk({ client: 'june', agent: 'v1' });
  ask(1, 'session/new', { cwd: '/', mcpServers: [] });
  const long = { content: { type: 'text', text: 'x'.repeat(16 * 2 ** 20) }, messageId: 'm' };
  const sent = [1, 2, 3].map(() => update('agent_message_chunk', long).length);
  // The session is known by then.
  expect([sent, answer(1, { sessionId: 's' }).client.length]).toEqual([[0, 2, 1], 1]);
});

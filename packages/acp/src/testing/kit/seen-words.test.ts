import { expect, test } from 'vitest';
import { seenWords } from './seen-words.ts';
import type { SeenFrame } from './verdict.ts';

const sent = (message: unknown): SeenFrame => ({ from: 'agent', message });
const update = (sessionUpdate: string) => sent({ method: 'session/update', params: { update: { sessionUpdate } } });

test('what was seen is told in the order in which it came first, with its number', () => {
  const frames: SeenFrame[] = [
    update('agent_message_chunk'),
    { from: 'agent', text: 'Hello' },
    update('agent_message_chunk'),
    sent({ id: 1, result: {} }),
    sent({ id: 2, error: { code: -32603, message: 'No' } }),
    sent({ id: 3, method: 'session/request_permission', params: {} }),
    sent([]),
  ];
  expect(seenWords(frames)).toBe(
    'session/update agent_message_chunk (2 times), a line that is no JSON, an answer, an error, session/request_permission, JSON that is no message',
  );
});

test('nothing is nothing, and many kinds are counted', () => {
  expect(seenWords([])).toBe('nothing');
  expect(seenWords(Array.from({ length: 9 }, (_, at) => sent({ method: `m${at}` })))).toBe(
    'm0, m1, m2, m3, m4, m5, 3 other kinds',
  );
});

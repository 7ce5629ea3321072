import { expect, test } from 'vitest';
import { eraserFor } from './erased-update.ts';

const chunk = (text: string) => ({
  sessionUpdate: 'agent_message_chunk' as const,
  messageId: 'm',
  content: { type: 'text' as const, text },
});
const whole = (text: string) => ({
  sessionUpdate: 'agent_message' as const,
  messageId: 'm',
  content: [{ type: 'text' as const, text }],
});

test('[X13] what waits of a replaced message says nothing, and takes nothing from the screen before it is replaced', () => {
  const erase = eraserFor(whole('new'));
  const waiting = [
    chunk('sec'),
    chunk('ret'),
    { ...whole('secret'), _meta: { a: 1 } },
    { ...chunk('other'), messageId: 'n' },
  ];
  expect(waiting.map((update) => erase?.(update))).toEqual([
    chunk(''),
    null,
    { sessionUpdate: 'agent_message', messageId: 'm', _meta: { a: 1 } },
    undefined,
  ]);
});

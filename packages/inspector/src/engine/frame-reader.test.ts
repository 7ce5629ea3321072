import { expect, test } from 'vitest';
import { FrameReader } from './frame-reader.ts';

const updated = (sessionId: unknown, update: object) => ({
  jsonrpc: '2.0',
  method: 'session/update',
  params: { sessionId, update },
});
const chunk = (sessionId: unknown, messageId: unknown, kind = 'agent') =>
  updated(sessionId, { sessionUpdate: `${kind}_message_chunk`, messageId });

function groupsOf(messages: readonly unknown[]): readonly number[] {
  const reader = new FrameReader();
  return messages.map((message, index) => {
    const line = { kind: 'message', line: index + 1, message, entry: undefined } as const;
    return reader.read(index + 1, line, 0).group;
  });
}

test('[IP3] chunks belong together that follow each other and have the session, the kind and the id in common', () => {
  const same = chunk('s', 'm');
  expect(groupsOf([same, same, chunk('s', 'n'), chunk('t', 'n'), chunk('t', 'n', 'user'), same, same])).toEqual([
    1, 1, 3, 4, 5, 6, 6,
  ]);
  const whole = updated('s', { sessionUpdate: 'agent_message', messageId: 'm' });
  expect(groupsOf([same, whole, whole, same, 7, same, [same], same])).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

test('[IP3] chunks without an id belong together; an id that is no text is none', () => {
  const nameless = chunk('s', undefined);
  expect(groupsOf([nameless, nameless, chunk('s', 5), chunk('s', ''), nameless])).toEqual([1, 1, 1, 4, 5]);
  // What would be the same if it were only written side by side.
  expect(groupsOf([chunk('c', 'a =b'), chunk('=b c', 'a'), chunk(undefined, 'a'), chunk('undefined', 'a')])).toEqual([
    1, 2, 3, 4,
  ]);
});

import { expect, test } from 'vitest';
import { KnownSessions } from './known-sessions.ts';
import type { StoredSession } from './store.ts';

const facts = { sessionId: 's', cwd: '/project', additionalDirectories: [], createdAt: 0 };
const session = (number: number, version = 1): StoredSession => ({ number, next: 2, facts, version });

test('a change by another process costs nothing of the index, and lets the next fold read everything again', () => {
  const known = new KnownSessions();
  const before = known.of(session(1));
  expect(known.of(session(1))).toBe(before);
  const after = known.of(session(1, 2));
  expect(after).not.toBe(before);
  expect(after.index).toBe(before.index);
  expect(after.compaction).not.toBe(before.compaction);
});

test('a session of another number is another, whatever its id is', () => {
  const known = new KnownSessions();
  const before = known.of(session(1));
  expect(known.of(session(2)).index).not.toBe(before.index);
  expect(known.of(session(1))).toBe(before);
});

test('only the sessions asked for last are remembered, and none that is to be forgotten', () => {
  const known = new KnownSessions(2);
  const [first, second] = [known.of(session(1)), known.of(session(2))];
  known.of(session(1));
  known.of(session(3));
  expect(known.of(session(1))).toBe(first);
  expect(known.of(session(2))).not.toBe(second);
  known.forgetLast();
  known.forget(1);
  expect(known.of(session(1))).not.toBe(first);
});

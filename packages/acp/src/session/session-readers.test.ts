import { expect, test } from 'vitest';
import { foldedSession } from './folded.ts';
import { readUpdate } from './read-update.ts';
import { applyEvent } from './reduce/apply.ts';
import { isSessionDialect } from './session-readers.ts';
import { newSessionState } from './state.ts';
import { chunk } from './test-support/fold.ts';

test('sessions are read in June; those in v1 have to be translated first', () => {
  expect([isSessionDialect('june'), isSessionDialect('v1')]).toEqual([true, false]);
});

test('an event that names no dialect is of June, and reading June names none', () => {
  const event = readUpdate(chunk('m', 'A'), 1, 'lenient', 'june');
  expect(event).toEqual({ type: 'update', update: chunk('m', 'A'), repairs: [], at: 1 });
  const named = event.type === 'update' ? { ...event, dialect: 'june' as const } : event;
  expect(foldedSession(applyEvent(newSessionState(), named))).toEqual(
    foldedSession(applyEvent(newSessionState(), event)),
  );
});

import { expect, test } from 'vitest';
import { chunk, eventsOf, refused, session } from '../testing/log-sessions.ts';
import { MemoryLog } from './memory-log.ts';
import { SessionWriter } from './session-writer.ts';
import { takeOver } from './take-over.ts';

const opened = { type: 'opened', additionalDirectories: [] } as const;

test('[LG20] a session is taken over from a writer that does not pause, and nothing of that comes behind the opening', async () => {
  const log = new MemoryLog();
  await log.create(session('s'));
  const writer = new SessionWriter(log, 's', 0, () => 1);
  const append = log.append.bind(log);
  let attempts = 0;
  log.append = (sessionId, events, options) => {
    // The writer is faster, twenty times.
    if (events[0]?.type === 'opened' && ++attempts <= 20) writer.append([chunk('m', 'a'), chunk('m', 'b')]);
    return append(sessionId, events, options);
  };
  expect(await takeOver(log, { sessionId: 's', additionalDirectories: [], at: 2 })).toBe(41);
  for (const text of ['c', 'd']) writer.append([chunk('m', text)]);
  await refused(writer.durable(), 'conflict');
  const before = Array.from({ length: 20 }, () => [chunk('m', 'a'), chunk('m', 'b')]).flat();
  expect(await eventsOf(log, 's')).toEqual([...before, opened]);
});

test('[LG20] what is no conflict is told at once', async () => {
  const log = new MemoryLog();
  await refused(takeOver(log, { sessionId: 'none', additionalDirectories: [], at: 2 }), 'unknown_session');
});

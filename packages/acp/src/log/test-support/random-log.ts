import type fc from 'fast-check';
import { foldedSession } from '../../session/folded.ts';
import { newSessionState } from '../../session/state.ts';
import { anyStream } from '../../session/test-support/random-events.ts';
import type { LogEntry, LogEvent } from '../event.ts';
import { foldEntries } from '../restore.ts';

const loggable = new Set<string>([
  'update',
  'prompt_sent',
  'turn_ended',
  'cancel_sent',
  'permission_opened',
  'permission_answered',
  'configured',
]);

/** Random sessions, as an agent would log them. */
export const anyLog: fc.Arbitrary<readonly LogEvent[]> = anyStream.map((events) =>
  events
    .filter(({ type }) => loggable.has(type))
    .map(({ at: _, ...event }) => JSON.parse(JSON.stringify(event)) as LogEvent),
);

/** What the entries fold to, without what is said about how they arrived. */
export function foldedOf(entries: Iterable<LogEntry>): unknown {
  const { diagnostics: _, turns, ...shown } = foldedSession(foldEntries(newSessionState(), entries));
  // Which turn a cancelled call is listed under follows the last change to it, and erasing takes changes away.
  const told = turns?.map(({ cancelledToolCalls: __, ...turn }) => turn);
  return JSON.parse(JSON.stringify({ ...shown, turns: told }));
}

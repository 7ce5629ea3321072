import { foldEntries, type LogEntry, type LogEvent, type SessionLog } from '@emend/acp/log';
import { foldedSession, newSessionState } from '@emend/acp/session';

/** What entries fold to, without what is said about how they arrived. */
export function foldedOf(entries: Iterable<LogEntry>): unknown {
  const { diagnostics: _, ...shown } = foldedSession(foldEntries(newSessionState(), entries));
  return JSON.parse(JSON.stringify(shown));
}

/** What events would fold to that nobody has erased or folded. */
export function foldedOfEvents(events: readonly LogEvent[]): unknown {
  return foldedOf(events.map((event, position) => ({ position, at: 0, event })));
}

/** Every entry of a session from a position on. */
export async function entriesOf(log: SessionLog, sessionId: string, from?: number): Promise<LogEntry[]> {
  const entries: LogEntry[] = [];
  for await (const batch of log.read(sessionId, from)) entries.push(...batch);
  return entries;
}

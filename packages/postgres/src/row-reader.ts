import { type LogEntry, LogError } from '@emend/acp/log';
import { eventOfText, type ListedSession, type SessionFacts, type StoredSession } from '@emend/acp/log/store';
import type { Row } from './connection.ts';

/** A session as this process may remember it. */
export interface RememberedSession extends StoredSession {
  /** The server's hash of the facts. If it differs, they were damaged or replaced. */
  readonly seal: string;
}

/** A session, with when it was last changed. */
export interface SessionRow extends RememberedSession {
  readonly lastAt: number | undefined;
}

/** The columns of a session. */
export const sessionColumns = 'number, next, created, last_at, facts, hashtextextended(facts, 0) AS seal';

/** Reads a row of the sessions table. */
export function sessionOf(row: Row): SessionRow {
  const number = Number(row['number']);
  return {
    number,
    next: Number(row['next']),
    lastAt: row['last_at'] === null ? undefined : Number(row['last_at']),
    facts: factsOf(number, row['facts']),
    seal: String(row['seal']),
    // Sessions are locked while they are changed.
    version: 0,
  };
}

/** Reads a row of a list, in which a damaged session stands with its error. */
export function listedOf(row: Row): ListedSession & { readonly found: SessionRow | LogError } {
  const place = { number: Number(row['number']), createdAt: Number(row['created']) };
  try {
    return { ...place, found: sessionOf(row) };
  } catch (error) {
    return { ...place, found: error instanceof LogError ? error : damagedSession(place.number, error) };
  }
}

function factsOf(number: number, text: unknown): SessionFacts {
  try {
    const { sessionId, cwd, additionalDirectories, createdAt, ...more } = JSON.parse(String(text));
    const isWhole = typeof sessionId === 'string' && typeof cwd === 'string' && Array.isArray(additionalDirectories);
    if (isWhole && typeof createdAt === 'number') return { sessionId, cwd, additionalDirectories, createdAt, ...more };
  } catch (cause) {
    throw damagedSession(number, cause);
  }
  throw damagedSession(number);
}

function damagedSession(number: number, cause?: unknown): LogError {
  return new LogError('corrupt', `The row of session number ${number} is damaged.`, { cause });
}

/** Reads a row of the entries table. */
export function entryOf(row: Row): LogEntry {
  const position = Number(row['seq']);
  try {
    return { position, at: Number(row['at']), event: eventOfText(String(row['event'])) };
  } catch (cause) {
    throw new LogError('corrupt', `Entry ${position} of a session is damaged.`, { cause });
  }
}

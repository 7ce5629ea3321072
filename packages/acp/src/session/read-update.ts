import type { Reading } from '../protocol/reading/decode.ts';
import type { MalformedEvent, UpdateEvent } from './event.ts';
import { readerFor, type SessionDialect } from './session-readers.ts';

/**
 * Reads the `update` of a notification into an event, as June if no dialect is named. Where the schema is lenient, malformed
 * parts are left out and listed as repairs.
 */
export function readUpdate(
  value: unknown,
  at?: number,
  reading: Reading = 'lenient',
  dialect: SessionDialect = 'june',
): UpdateEvent | MalformedEvent {
  const decoded = readerFor(dialect).decode(value, reading);
  if (!decoded.ok) return { type: 'malformed', issues: decoded.issues, at };
  const { value: update, repairs } = decoded;
  // Logs store events, and most are of June.
  return dialect === 'june'
    ? { type: 'update', update, repairs, at }
    : { type: 'update', update, dialect, repairs, at };
}

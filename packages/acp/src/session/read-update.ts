import { ReceivedSessionUpdate } from '../protocol/june/generated/proposal.ts';
import type { Reading } from '../protocol/reading/decode.ts';
import type { MalformedEvent, UpdateEvent } from './event.ts';

/** Reads the `update` of a notification; what the schema is lenient about is repaired and said, the rest is malformed. */
export function readUpdate(value: unknown, at?: number, reading: Reading = 'lenient'): UpdateEvent | MalformedEvent {
  const decoded = ReceivedSessionUpdate.decode(value, reading);
  if (!decoded.ok) return { type: 'malformed', issues: decoded.issues, at };
  return { type: 'update', update: decoded.value, repairs: decoded.repairs, at };
}

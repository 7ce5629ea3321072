import { ReceivedSessionUpdate } from '../protocol/june/generated/proposal.ts';
import type { Reading } from '../protocol/reading/decode.ts';
import type { MalformedEvent, UpdateEvent } from './event.ts';

/** Reads the `update` of a notification into an event. Where the schema is lenient, malformed parts are left out and listed as repairs. */
export function readUpdate(value: unknown, at?: number, reading: Reading = 'lenient'): UpdateEvent | MalformedEvent {
  const decoded = ReceivedSessionUpdate.decode(value, reading);
  if (!decoded.ok) return { type: 'malformed', issues: decoded.issues, at };
  return { type: 'update', update: decoded.value, repairs: decoded.repairs, at };
}

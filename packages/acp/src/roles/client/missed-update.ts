import { endOfString } from '../../jsonrpc/string-end.ts';
import { isObject } from '../../protocol/reading/guard.ts';
import type { SessionEvent } from '../../session/event.ts';
import type { BrokenFrame } from '../../transport/transport.ts';
import type { ClientEvent } from './options.ts';

/** A diagnostic for the session that has missed an update. */
interface Missed {
  readonly sessionId: string;
  readonly event: SessionEvent;
}

/** Returns the diagnostic for the session that an event is about: an update that was malformed, repaired, or did not arrive whole. */
export function missedBy(event: ClientEvent): Missed | undefined {
  switch (event.type) {
    case 'malformed-update':
      return of(sessionIn(event.params), { type: 'malformed', issues: event.issues });
    case 'repaired-update':
      return of(sessionIn(event.params), { type: 'repaired', repairs: event.repairs });
    case 'broken-frame':
      return of(sessionOfBroken(event.frame), brokenUpdate(event.frame));
    default:
      return undefined;
  }
}

function of(sessionId: string | undefined, event: SessionEvent): Missed | undefined {
  return sessionId === undefined ? undefined : { sessionId, event };
}

function sessionIn(params: unknown): string | undefined {
  const sessionId = isObject(params) ? params['sessionId'] : undefined;
  return typeof sessionId === 'string' ? sessionId : undefined;
}

/** Returns the session of a broken frame, if its beginning shows that it was an update. */
function sessionOfBroken({ head }: BrokenFrame): string | undefined {
  if (!head.includes('"session/update"')) return undefined;
  // Quotes within strings are escaped, so this cannot match inside a string.
  const found = /"sessionId"\s*:\s*(?=")/.exec(head);
  if (found === null) return undefined;
  const from = found.index + found[0].length;
  try {
    return JSON.parse(head.slice(from, endOfString(head, from) + 1)) as string;
  } catch {
    return undefined;
  }
}

function brokenUpdate({ problem, size }: BrokenFrame): SessionEvent {
  const found = problem === 'too-long' ? `one that is too long (${size} bytes)` : 'one that is not UTF-8';
  return { type: 'malformed', issues: [{ path: [], expected: 'an update that can be read', found }] };
}

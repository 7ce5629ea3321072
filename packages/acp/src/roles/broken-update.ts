import { endOfString } from '../jsonrpc/string-end.ts';
import type { SessionEvent } from '../session/event.ts';
import type { BrokenFrame } from '../transport/transport.ts';

/** The session that a broken frame was an update of, where its beginning still tells. */
export function sessionOfBroken({ head }: BrokenFrame): string | undefined {
  if (!head.includes('"session/update"')) return undefined;
  // A quote within a text is escaped, so that none of a text can look like the name of a field.
  const found = /"sessionId"\s*:\s*(?=")/.exec(head);
  if (found === null) return undefined;
  const from = found.index + found[0].length;
  try {
    return JSON.parse(head.slice(from, endOfString(head, from) + 1)) as string;
  } catch {
    return undefined;
  }
}

/** What the session misses, so that its diagnostics tell. */
export function brokenUpdate({ problem, size }: BrokenFrame): SessionEvent {
  const found = problem === 'too-long' ? `one that is too long (${size} bytes)` : 'one that is not UTF-8';
  return { type: 'malformed', issues: [{ path: [], expected: 'an update that can be read', found }] };
}

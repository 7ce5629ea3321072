import type { RequestId } from '../../jsonrpc/message.ts';

/** Returns an id as a key of a map: a number and the text of it are two ids. */
export function keyOf(id: unknown): string {
  return JSON.stringify(id ?? null);
}

/** Returns what a frame says, or undefined if it is no JSON. */
export function parsed(frame: string): unknown {
  try {
    return JSON.parse(frame);
  } catch {
    return undefined;
  }
}

/** Returns a member of a value that may be anything. */
export function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

/** Returns the frame of a message with another id. */
export function withId(frame: string, before: RequestId, after: RequestId): string {
  return keyOf(before) === keyOf(after) ? frame : JSON.stringify({ ...(parsed(frame) as object), id: after });
}

/** Returns whether a value has a member that is not null. */
export function isKnown(value: unknown, name: string): boolean {
  const member = memberOf(value, name);
  return member !== undefined && member !== null;
}

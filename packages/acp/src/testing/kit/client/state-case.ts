import type { JsonObject } from '../../../protocol/reading/guard.ts';

/** A stream of updates of one session, and the state after it. */
export interface StateCase {
  readonly name: string;
  /** The case in a sentence. */
  readonly about: string;
  readonly updates: readonly unknown[];
  /** What an implementation may leave out, or say in its own words, is not in it. */
  readonly state: JsonObject;
}

/** Returns the updates of cases as notifications, each case in a session of its own. */
export function notificationsOf({ name, updates }: StateCase): readonly JsonObject[] {
  return updates.map((update) => ({
    jsonrpc: '2.0',
    method: 'session/update',
    params: { sessionId: name, update },
  }));
}

import { isObject } from '../protocol/reading/guard.ts';
import { sessionOf } from './reading.ts';

/** The sessions of a connection. */
interface Sessions {
  readonly sessions: ReadonlyMap<string, unknown>;
  /** How many new sessions have no id yet. */
  readonly unnamed: number;
}

/** Returns whether a message of the agent names a session that the client cannot know yet, because its answer is still to come. */
export function isEarlyMessage({ sessions, unnamed }: Sessions, message: unknown): boolean {
  if (unnamed === 0 || !isObject(message) || message['method'] === undefined) return false;
  const sessionId = sessionOf(message['params']);
  return sessionId !== undefined && !sessions.has(sessionId);
}

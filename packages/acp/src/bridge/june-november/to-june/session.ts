import { closedSessionValues, newSessionValues, type SessionValues } from './session-values.ts';

/** The memory of a session with a June client. */
export interface Session {
  readonly id: string;
  /** What the converters of values remember. */
  readonly values: SessionValues;
}

/** Returns the memory of a new session. */
export function newSession(id: string): Session {
  return { id, values: newSessionValues() };
}

/** Returns what is kept of a closed session. */
export function closedSession({ id, values }: Session): Session {
  return { ...newSession(id), values: closedSessionValues(values) };
}

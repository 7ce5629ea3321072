import type { Call } from '../../pairing.ts';
import type * as june from '../june.ts';
import { closedSessionValues, loadedSessionValues, newSessionValues, type SessionValues } from './session-values.ts';
import { Turns } from './turns.ts';

/** The memory of a session with a June client. */
export interface Session {
  readonly id: string;
  /** What the converters of values remember. */
  readonly values: SessionValues;
  /** The prompts of the client, and what the agent does. */
  readonly turns: Turns<Call>;
  /** Commands of an answer that sets the session up, which the client is told right behind it. */
  commands: readonly june.AvailableCommand[] | undefined;
}

/** Returns the memory of a new session. */
export function newSession(id: string): Session {
  return { id, values: newSessionValues(), turns: new Turns(), commands: undefined };
}

/** Returns what is kept of a closed session. */
export function closedSession({ id, values, turns }: Session): Session {
  return { ...newSession(id), values: closedSessionValues(values), turns };
}

/** Returns what is kept of a session that is loaded. */
export function loadedSession({ id, values, turns }: Session): Session {
  return { ...newSession(id), values: loadedSessionValues(values), turns };
}

/** Why a log refused or failed. */
export type LogFailure =
  /** No session has this id. */
  | 'unknown_session'
  /** A session with this id exists already. */
  | 'session_exists'
  /** Somebody else has written at the expected position, or nobody has written up to it. */
  | 'conflict'
  /** This node does not own the session: another one does, or its lease has run out. */
  | 'not_owner'
  /** The session may only be opened on nodes with a label that this one does not have. */
  | 'wrong_place'
  /** The cursor was not made by this log for this question. */
  | 'invalid_cursor'
  /** A time is not a whole number of milliseconds that a `Date` can hold. */
  | 'invalid_time'
  /** The log has been closed. */
  | 'closed'
  /** Another process holds the store. */
  | 'locked'
  /** What is stored cannot be read. */
  | 'corrupt'
  /** There is no room left. */
  | 'full'
  /** The store cannot be written. */
  | 'read_only'
  /** The store was written by a newer version. */
  | 'newer_version'
  /** The store cannot be reached, or failed in another way. */
  | 'unavailable';

/** A log refused or failed; `failure` says why, and nothing of the call was stored. */
export class LogError extends Error {
  override readonly name = 'LogError';
  readonly failure: LogFailure;
  /** With `conflict`: the position that the next append must expect. */
  readonly position: number | undefined;

  /**
   * Errors of other copies of this class count as well: a program may have one of its own in its bundle, while the package of its store has
   * another.
   */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'LogError' && 'failure' in value;
  }

  constructor(failure: LogFailure, message: string, details: { cause?: unknown; position?: number } = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.failure = failure;
    this.position = details.position;
  }
}

/** The error for a session that is not there. */
export function unknownSession(sessionId: string): LogError {
  return new LogError('unknown_session', `There is no session ${JSON.stringify(sessionId)}.`);
}

/** The error for a session that is there already. */
export function sessionExists(sessionId: string): LogError {
  return new LogError('session_exists', `There is already a session ${JSON.stringify(sessionId)}.`);
}

/** The error for an append that does not continue where the session ends. */
export function conflict(sessionId: string, expected: number, position: number): LogError {
  const where = `position ${expected} was expected and the session goes on at ${position}`;
  return new LogError('conflict', `Session ${JSON.stringify(sessionId)} has moved: ${where}.`, { position });
}

/** The error for every call after `close`. */
export function closed(): LogError {
  return new LogError('closed', 'The log has been closed.');
}

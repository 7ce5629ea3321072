/**
 * Why a connection, or the one request on it, failed: `ended` the peer ended the stream, `closed` we did, `failed` the
 * transport broke, `overrun` a hard limit was passed, `exited` the agent's process ended, `not-started` it never ran or
 * did not get through its start-up, `oversized-response` and `malformed-response` the answer to this request could not be read.
 */
export type ConnectionFailure =
  | 'ended'
  | 'closed'
  | 'failed'
  | 'overrun'
  | 'exited'
  | 'not-started'
  | 'oversized-response'
  | 'malformed-response';

/** What is known about a failure besides its reason. */
export interface ConnectionErrorDetails {
  readonly exitCode?: number | undefined;
  readonly signal?: string | undefined;
  readonly stderrTail?: string | undefined;
  readonly cause?: unknown;
}

/** The connection failed; local only, it never crosses the wire. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  readonly reason: ConnectionFailure;
  /** The exit code, where the other end was a process that exited. */
  readonly exitCode: number | undefined;
  /** The signal, where the other end was a process ended by one. */
  readonly signal: string | undefined;
  /** The last lines of standard error, where the other end was a process. */
  readonly stderrTail: string | undefined;

  constructor(reason: ConnectionFailure, message: string, details: ConnectionErrorDetails = {}) {
    super(message, 'cause' in details ? { cause: details.cause } : undefined);
    this.reason = reason;
    this.exitCode = details.exitCode;
    this.signal = details.signal;
    this.stderrTail = details.stderrTail;
  }
}

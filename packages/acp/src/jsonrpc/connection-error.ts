/**
 * Why a connection or a single request failed. `ended`: the peer ended the stream; `closed`: this side closed it; `failed`: the
 * transport failed; `overrun`: a hard limit was reached; `exited`: the agent's process ended; `not-started`: it never ran or
 * its start-up failed; `unreachable`: the server could not be reached in time; `refused`: the server does not let this client in;
 * `forgotten`: the server no longer knows the connection, or does not know how to go on with it; `oversized-response` and
 * `malformed-response`: the answer to this request could not be read.
 */
export type ConnectionFailure =
  | 'ended'
  | 'closed'
  | 'failed'
  | 'overrun'
  | 'exited'
  | 'not-started'
  | 'unreachable'
  | 'refused'
  | 'forgotten'
  | 'oversized-response'
  | 'malformed-response';

/** Details of a failure. */
export interface ConnectionErrorDetails {
  readonly exitCode?: number | undefined;
  readonly signal?: string | undefined;
  readonly stderrTail?: string | undefined;
  readonly cause?: unknown;
}

/** A failure of the connection. It is local and never sent to the peer. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  readonly reason: ConnectionFailure;
  /** The exit code, if the peer was a process that exited. */
  readonly exitCode: number | undefined;
  /** The signal that ended the process, if the peer was one. */
  readonly signal: string | undefined;
  /** The last lines of standard error, if the peer was a process. */
  readonly stderrTail: string | undefined;

  constructor(reason: ConnectionFailure, message: string, details: ConnectionErrorDetails = {}) {
    super(message, 'cause' in details ? { cause: details.cause } : undefined);
    this.reason = reason;
    this.exitCode = details.exitCode;
    this.signal = details.signal;
    this.stderrTail = details.stderrTail;
  }
}

/** The reasons that a transport over a network may give, as the `reason` of the error with which its frames end. */
const networkFailures: ReadonlySet<unknown> = new Set<ConnectionFailure>(['unreachable', 'refused', 'forgotten']);

/** Returns the connection error for what reading from a transport has failed with. */
export function connectionErrorOf(cause: unknown): ConnectionError {
  if (cause instanceof ConnectionError) return cause;
  const { reason, message } = (cause ?? {}) as { readonly reason?: unknown; readonly message?: unknown };
  return networkFailures.has(reason) && cause instanceof Error
    ? new ConnectionError(reason as ConnectionFailure, String(message), { cause })
    : new ConnectionError('failed', 'Receiving from the peer failed.', { cause });
}

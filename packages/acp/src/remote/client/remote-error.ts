/**
 * Why a remote connection cannot begin or go on. `unreachable`: the server was not reached in time; `refused`: it does not let this client in;
 * `forgotten`: it no longer knows the connection, or cannot continue it, so that sessions have to be loaded in a new one.
 */
export type RemoteFailure = 'unreachable' | 'refused' | 'forgotten';

/** The code of a socket that ended without a closing handshake. */
export const ABRUPT = 1006;
/** What is said of a server that does not answer an attempt. */
export const NO_ANSWER = 'The server did not answer in time.';
/** What is said of a server that shows no sign of life. */
export const SILENT = 'The server was silent for too long.';
/** What is said of a server that does not know how far the client is. */
export const FORGOTTEN = 'The server no longer knows the connection.';

/** The failure of a remote connection. */
export class RemoteError extends Error {
  override readonly name = 'RemoteError';
  readonly reason: RemoteFailure;
  /** The HTTP status of a refusal, where the platform shows it. */
  readonly status: number | undefined;

  constructor(reason: RemoteFailure, message: string, status?: number) {
    super(message);
    this.reason = reason;
    this.status = status;
  }
}

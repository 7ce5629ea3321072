/**
 * Why a remote connection cannot begin or go on. `unreachable`: the server was not reached in time; `refused`: it does not let this client in;
 * `forgotten`: it no longer knows the connection, or cannot continue it, so that sessions have to be loaded in a new one.
 */
export type RemoteFailure = 'unreachable' | 'refused' | 'forgotten';

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

/** The error codes of JSON-RPC, and the two that ACP adds. */
export const rpcErrorCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  requestCancelled: -32800,
  authRequired: -32000,
  resourceNotFound: -32002,
} as const;

/**
 * The code with which a server refuses what it, or this machine, cannot do now; `reason` in the data says why. Trying again later, or on another
 * connection, helps.
 */
export const refusedCode = -32050;

/** The `reason` in the data of the error for a message about a session that its client has to open on the connection first. */
export const notOpenReason = 'not_open';

/** The `reason` in the data of the error for a prompt that was lost and may have been run in part. */
export const turnLostReason = 'turn_lost';

/** What such a prompt is told in place of trying again, which may do things twice. */
export const partlyRun = 'The prompt may have been run in part: look at the session before you send it again.';

/** An error of JSON-RPC: a handler throws it to refuse a request, and a refused request rejects with it. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;
  readonly data: unknown;
  /** The method of the refused request, on the side that sent it. It is not sent to the peer. */
  declare readonly method?: string;

  constructor(code: number, message: string, data?: unknown, method?: string) {
    super(message);
    this.code = code;
    this.data = data;
    // An own property, so that it is printed with the error.
    if (method !== undefined) this.method = method;
  }

  /** Returns the error as it is sent; absent data stays absent. */
  toJSON(): { code: number; message: string; data?: unknown } {
    const { code, message, data } = this;
    return data === undefined ? { code, message } : { code, message, data };
  }
}

/** Returns whether an error refuses what cannot be done now. */
export function isRefusedForNow(error: unknown): error is RpcError {
  return error instanceof RpcError && error.code === refusedCode;
}

/** Returns the error to send for whatever a handler threw; the text of an unknown error is not sent. */
export function toRpcError(thrown: unknown, work: { readonly aborted: boolean }): RpcError {
  if (thrown instanceof RpcError) return thrown;
  const cancelled = work.aborted || (thrown instanceof Error && thrown.name === 'AbortError');
  return cancelled ? requestCancelled() : new RpcError(rpcErrorCodes.internalError, 'Internal error');
}

/** Returns the error that answers a cancelled request. */
export function requestCancelled(): RpcError {
  return new RpcError(rpcErrorCodes.requestCancelled, 'Request cancelled');
}

/** Returns the error that answers a request before `initialize`. */
export function notInitialized(): RpcError {
  return new RpcError(rpcErrorCodes.invalidRequest, 'The first request of a connection must be initialize.');
}

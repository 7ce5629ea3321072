/** The error codes that JSON-RPC and ACP give a meaning to. */
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

/** A refusal that crosses the wire: what a handler throws to refuse, and what a refused request rejects with. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;
  readonly data: unknown;
  /** The method of the request that was refused; only where we asked. It does not cross the wire. */
  declare readonly method?: string;

  constructor(code: number, message: string, data?: unknown, method?: string) {
    super(message);
    this.code = code;
    this.data = data;
    // An own property, so that whoever prints the error sees it.
    if (method !== undefined) this.method = method;
  }

  /** The error as it goes over the wire; absent data stays absent. */
  toJSON(): { code: number; message: string; data?: unknown } {
    const { code, message, data } = this;
    return data === undefined ? { code, message } : { code, message, data };
  }
}

/** The error that crosses the wire for whatever a handler threw; the text of an unknown error stays at home. */
export function toRpcError(thrown: unknown, work: { readonly aborted: boolean }): RpcError {
  if (thrown instanceof RpcError) return thrown;
  const cancelled = work.aborted || (thrown instanceof Error && thrown.name === 'AbortError');
  return cancelled ? requestCancelled() : new RpcError(rpcErrorCodes.internalError, 'Internal error');
}

/** The answer to a request that was cancelled (B19). */
export function requestCancelled(): RpcError {
  return new RpcError(rpcErrorCodes.requestCancelled, 'Request cancelled');
}

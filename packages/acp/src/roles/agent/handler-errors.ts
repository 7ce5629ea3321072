import type { RequestContext } from '../../jsonrpc/handler-context.ts';
import { RpcError } from '../../jsonrpc/rpc-error.ts';

/** Request handlers by method. */
export type RequestHandlers = Readonly<Record<string, (params: unknown, context: RequestContext) => unknown>>;

/**
 * Wraps handlers so that the client's refusal of one request never becomes the answer to another. A handler that lets such a refusal
 * through has failed: the client gets -32603, and the author a `handler-failed` event.
 */
export function containRefusals(handlers: RequestHandlers): RequestHandlers {
  const wrapped = Object.entries(handlers).map(([name, handle]): [string, typeof handle] => [
    name,
    (params, context) => {
      const result = handle(params, context);
      if (!(result instanceof Promise)) return result;
      return result.catch((error: unknown) => {
        throw isForOtherMethod(error, context.method) ? uncaught(error) : error;
      });
    },
  ]);
  return Object.fromEntries(wrapped);
}

/** A handler that forwards a request of the same method may pass its refusal back. */
function isForOtherMethod(error: unknown, method: string): error is RpcError {
  return error instanceof RpcError && error.method !== undefined && error.method !== method;
}

function uncaught(cause: RpcError): Error {
  return new Error(`Uncaught refusal of ${cause.method}: ${cause.message} (${cause.code})`, { cause });
}

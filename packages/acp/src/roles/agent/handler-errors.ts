import { RpcError } from '../../jsonrpc/rpc-error.ts';
import type { Handlers } from './serve.ts';

/**
 * Handlers that refuse in their own words alone: an error which they were answered with, and which they let through, is their failure. As
 * an answer it would speak of another request (RO11).
 */
export function withOwnRefusals(handlers: Handlers['requests']): Handlers['requests'] {
  const wrapped = Object.entries(handlers).map(([name, handle]): [string, typeof handle] => [
    name,
    (params, context) => {
      const result = handle(params, context);
      if (!(result instanceof Promise)) return result;
      return result.catch((error: unknown) => {
        throw isOfAnother(error, context.method) ? uncaught(error) : error;
      });
    },
  ]);
  return Object.fromEntries(wrapped);
}

/** Who passes the same request on may pass its refusal back. */
function isOfAnother(error: unknown, method: string): error is RpcError {
  return error instanceof RpcError && error.method !== undefined && error.method !== method;
}

function uncaught(cause: RpcError): Error {
  return new Error(`${cause.method} was refused, which nothing caught: ${cause.message} (${cause.code})`, { cause });
}

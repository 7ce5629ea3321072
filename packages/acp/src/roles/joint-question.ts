import { RpcError } from '../jsonrpc/rpc-error.ts';
import { errorCodes } from '../protocol/base/generated/rpc.ts';
import { isObject } from '../protocol/reading/guard.ts';

/** The key in `_meta` of a question under which it has the same id for every client that is asked. */
export const questionKey = 'emend/question';

/**
 * Returns whether others are asked a permission request or an elicitation, too: several clients have its session open. Who cannot decide can leave
 * it to them with {@link leaveToOthers}.
 */
export function isAskedOfOthers(request: { readonly _meta?: unknown }): boolean {
  return isObject(request._meta) && request._meta[questionKey] !== undefined;
}

/** Returns the error that leaves the answer to a permission request to the other clients that are asked; throw it in `requestPermission`. */
export function leaveToOthers(): RpcError {
  return new RpcError(errorCodes.methodNotFound, 'This client leaves the answer to others.');
}

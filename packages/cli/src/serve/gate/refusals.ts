import { RpcError, rpcErrorCodes } from '@emend/acp/jsonrpc';

/** Refuses one session more than a connection may have. */
export function tooManySessions(most: number): RpcError {
  const sessions = most === 1 ? 'one session' : `${most} sessions`;
  const message = `This server allows ${sessions} per connection. Close one first.`;
  return new RpcError(rpcErrorCodes.internalError, message, { reason: 'too_many_sessions', most });
}

/** Refuses the params of a request. */
export function badParams(message: string): RpcError {
  return new RpcError(rpcErrorCodes.invalidParams, message);
}

/** Refuses a request that is sent together with one that is refused. */
export function partOfRefused(): RpcError {
  return badParams('Another message of the batch was refused, so nothing of it was done.');
}

/** Refuses what is not a proper request. */
export function invalidRequest(message: string): RpcError {
  return new RpcError(rpcErrorCodes.invalidRequest, message);
}

/** Refuses a frame that is no JSON. */
export function notJson(): RpcError {
  return new RpcError(rpcErrorCodes.parseError, 'Parse error');
}

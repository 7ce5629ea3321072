import type { RequestId } from '../protocol/base/generated/rpc.ts';

/** A request id as a string that no other id has: 1 and "1" are two requests. */
export function requestKey(id: RequestId): string {
  return typeof id === 'string' ? `"${id}` : `${id}`;
}

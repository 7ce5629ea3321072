import type { RequestId } from '../protocol/base/generated/rpc.ts';

/** Returns a request id as a string. The number 1 and the string "1" give different keys. */
export function requestKey(id: RequestId): string {
  return typeof id === 'string' ? `"${id}` : `${id}`;
}

import { idText } from '../../jsonrpc/exact-id.ts';
import type { RequestId } from '../../jsonrpc/message.ts';

/** Returns whether an id can be that of a request in both drafts: November has no null and no fractions. */
export function isIdOfBoth(id: RequestId): boolean {
  return /^(-?\d+|".*)$/s.test(idText(id));
}

import type { ResponseMessage } from '../../jsonrpc/message.ts';
import { RequestPermissionResponse } from '../../protocol/base/generated/permission.ts';
import type { TakeNote } from '../ledger.ts';
import { isFailure } from '../reading.ts';

/** Translates the answer to a permission request, the same both ways: an outcome that June does not have is never an approval. */
export function carryOutcome(response: ResponseMessage, note: TakeNote): ResponseMessage {
  if (isFailure(response) || RequestPermissionResponse.is(response.result)) return response;
  note({ kind: 'repair', rule: 'unknown-outcome', path: 'outcome', lost: response.result, done: 'sent as cancelled' });
  return { jsonrpc: '2.0', id: response.id, result: { outcome: { outcome: 'cancelled' } } };
}

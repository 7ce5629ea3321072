import { codes, markedAs, type Topic } from '../../language.ts';
import { rpc as base, cancelRequest } from '../base/rpc.ts';

/** JSON-RPC in v1. */
export const rpc = {
  ErrorCode: codes(base.ErrorCode.describe, {
    ...base.ErrorCode.values,
    requestCancelled: [-32800, 'The request was cancelled.'],
  }),
  Error: markedAs(base.Error, true, 'data'),
  CancelRequestNotification: cancelRequest,
} satisfies Topic;

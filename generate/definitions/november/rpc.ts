import { alias, bareRecord, codes, lenient, record, requestId, type Topic } from '../../language.ts';
import { rpc as base, cancelRequest } from '../base/rpc.ts';

/** JSON-RPC in November. */
export const rpc = {
  RequestId: requestId(base.RequestId.describe, { nullable: false }),
  ErrorCode: codes('Why a request failed. JSON-RPC reserves some codes, ACP adds a few, and all others are free.', {
    ...base.ErrorCode.values,
    requestCancelled: [-32800, 'The request was cancelled.'],
    unsupportedProtocolVersion: [-32022, 'The agent does not support the requested version.'],
  }),
  UnsupportedProtocolVersionErrorData: record('Details of an unsupported version.', {
    requested: ['ProtocolVersion', 'Version that the client asked for.'],
    supported: ['ProtocolVersion[]', 'Versions that the agent supports.'],
  }),
  SessionNotFoundErrorData: record('Details of a session that does not exist.', {
    sessionId: ['SessionId', 'Id of the session.'],
  }),
  ErrorData: alias('Details of a failure.', 'any'),
  Error: bareRecord('The answer to a request that failed.', {
    code: ['ErrorCode', 'Why the request failed, for programs.'],
    message: ['string', 'Why the request failed, in one short sentence.'],
    'data?': ['ErrorData | null', 'Details of the failure.', lenient],
  }),
  CancelRequestNotification: cancelRequest,
} satisfies Topic;

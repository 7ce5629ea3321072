// Written by `npm run generate` from generate/definitions. Do not edit.

export {
  RequestId,
  ErrorCode,
  errorCodes,
  Error,
  ExtRequest,
  ExtResponse,
  ExtNotification,
} from '../../base/generated/rpc.ts';

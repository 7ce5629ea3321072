// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { isMeta, isObject, type Meta } from '../../reading/guard.ts';
import { lenientMetaField } from '../../reading/meta.ts';
import { type TypeReader } from '../../reading/method.ts';
import { isWritable } from '../../reading/nesting.ts';
import { type RecordShape, type Shape } from '../../reading/shape.ts';
import { isRequestId, RequestIdShape, type RequestId } from '../../base/generated/rpc.ts';
export {
  RequestId,
  ExtRequest,
  ExtResponse,
  ExtNotification,
} from '../../base/generated/rpc.ts';

/** Why a request failed. JSON-RPC reserves some codes, ACP adds two, and all others are free. */
export type ErrorCode = number;

/** Named error codes. */
export const errorCodes = {
  /** The text was not valid JSON. */
  parseError: -32700,
  /** The JSON was not a valid request. */
  invalidRequest: -32600,
  /** The method does not exist or is not supported. */
  methodNotFound: -32601,
  /** The params do not fit the method. */
  invalidParams: -32602,
  /** The handler failed. */
  internalError: -32603,
  /** The client has to authenticate first. */
  authenticationRequired: -32000,
  /** What the request names, such as a session, does not exist. */
  resourceNotFound: -32002,
  /** The request was cancelled. */
  requestCancelled: -32800,
} as const;

/** Returns whether a value is a valid {@link ErrorCode}. */
export function isErrorCode(value: unknown): value is ErrorCode {
  return Number.isInteger(value);
}

/** The shape of {@link ErrorCode}, as data. */
export const ErrorCodeShape: Shape = { is: 'integer' };

/** Why a request failed. JSON-RPC reserves some codes, ACP adds two, and all others are free. */
export const ErrorCode: TypeReader<ErrorCode> = {
  name: 'ErrorCode',
  is: isErrorCode,
  decode: (value, reading) => decode(isErrorCode, ErrorCodeShape, value, reading),
  shape: ErrorCodeShape,
};

/** The answer to a request that failed. */
export interface Error {
  /** Why the request failed, for programs. */
  readonly code: ErrorCode;
  /** Why the request failed, in one short sentence. */
  readonly message: string;
  /** Details of the failure. */
  readonly data?: unknown;
}

/** Returns whether a value is a valid {@link Error}. */
export function isError(value: unknown): value is Error {
  return isObject(value) &&
    isErrorCode(value.code) &&
    typeof value.message === 'string' &&
    isWritable(value.data);
}

/** The shape of {@link Error}, as data. */
export const ErrorShape: RecordShape = {
  is: 'record',
  fields: {
    code: { of: ErrorCodeShape },
    message: { of: { is: 'string' } },
    data: { of: { is: 'any' }, optional: true, lenient: true },
  },
};

/** The answer to a request that failed. */
export const Error: TypeReader<Error> = {
  name: 'Error',
  is: isError,
  decode: (value, reading) => decode(isError, ErrorShape, value, reading),
  shape: ErrorShape,
};

/** Takes back a request of the sender. Either side may send it. */
export interface CancelRequestNotification {
  /** Id of the request. */
  readonly requestId: RequestId;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link CancelRequestNotification}. */
export function isCancelRequestNotification(value: unknown): value is CancelRequestNotification {
  return isObject(value) &&
    isRequestId(value.requestId) &&
    isMeta(value._meta);
}

/** The shape of {@link CancelRequestNotification}, as data. */
export const CancelRequestNotificationShape: RecordShape = {
  is: 'record',
  fields: {
    requestId: { of: RequestIdShape },
    _meta: lenientMetaField,
  },
};

/** Takes back a request of the sender. Either side may send it. */
export const CancelRequestNotification: TypeReader<CancelRequestNotification> = {
  name: 'CancelRequestNotification',
  is: isCancelRequestNotification,
  decode: (value, reading) => decode(isCancelRequestNotification, CancelRequestNotificationShape, value, reading),
  shape: CancelRequestNotificationShape,
};

// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { isObject, isRequestIdValue } from '../../reading/guard.ts';
import { type TypeReader } from '../../reading/method.ts';
import { isWritable } from '../../reading/nesting.ts';
import { type RecordShape, type Shape } from '../../reading/shape.ts';

/** Connects a response with its request. Unique among the open requests of a side. */
export type RequestId = null | number | string;

/** Returns whether a value is a valid {@link RequestId}. */
export function isRequestId(value: unknown): value is RequestId {
  return isRequestIdValue(value);
}

/** The shape of {@link RequestId}, as data. */
export const RequestIdShape: Shape = { is: 'requestId' };

/** Connects a response with its request. Unique among the open requests of a side. */
export const RequestId: TypeReader<RequestId> = {
  name: 'RequestId',
  is: isRequestId,
  decode: (value, reading) => decode(isRequestId, RequestIdShape, value, reading),
  shape: RequestIdShape,
};

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
    data: { of: { is: 'any' }, optional: true },
  },
};

/** The answer to a request that failed. */
export const Error: TypeReader<Error> = {
  name: 'Error',
  is: isError,
  decode: (value, reading) => decode(isError, ErrorShape, value, reading),
  shape: ErrorShape,
};

/** Params of a request that the protocol does not define. */
export type ExtRequest = unknown;

/** Returns whether a value is a valid {@link ExtRequest}. */
export function isExtRequest(value: unknown): value is ExtRequest {
  return isWritable(value);
}

/** The shape of {@link ExtRequest}, as data. */
export const ExtRequestShape: Shape = { is: 'any' };

/** Params of a request that the protocol does not define. */
export const ExtRequest: TypeReader<ExtRequest> = {
  name: 'ExtRequest',
  is: isExtRequest,
  decode: (value, reading) => decode(isExtRequest, ExtRequestShape, value, reading),
  shape: ExtRequestShape,
};

/** Result of a request that the protocol does not define. */
export type ExtResponse = unknown;

/** Returns whether a value is a valid {@link ExtResponse}. */
export function isExtResponse(value: unknown): value is ExtResponse {
  return isWritable(value);
}

/** The shape of {@link ExtResponse}, as data. */
export const ExtResponseShape: Shape = { is: 'any' };

/** Result of a request that the protocol does not define. */
export const ExtResponse: TypeReader<ExtResponse> = {
  name: 'ExtResponse',
  is: isExtResponse,
  decode: (value, reading) => decode(isExtResponse, ExtResponseShape, value, reading),
  shape: ExtResponseShape,
};

/** Params of a notification that the protocol does not define. */
export type ExtNotification = unknown;

/** Returns whether a value is a valid {@link ExtNotification}. */
export function isExtNotification(value: unknown): value is ExtNotification {
  return isWritable(value);
}

/** The shape of {@link ExtNotification}, as data. */
export const ExtNotificationShape: Shape = { is: 'any' };

/** Params of a notification that the protocol does not define. */
export const ExtNotification: TypeReader<ExtNotification> = {
  name: 'ExtNotification',
  is: isExtNotification,
  decode: (value, reading) => decode(isExtNotification, ExtNotificationShape, value, reading),
  shape: ExtNotificationShape,
};

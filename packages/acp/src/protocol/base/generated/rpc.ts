// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode, type Reading } from '../../reading/decode.ts';
import { isObject, isRequestIdValue } from '../../reading/guard.ts';
import { type Decoded } from '../../reading/issue.ts';
import { isWritable } from '../../reading/nesting.ts';
import { type RecordShape, type Shape } from '../../reading/shape.ts';

/** What ties a response to its request; unique among the requests a side has open. */
export type RequestId = null | number | string;

/** Whether a value is a valid {@link RequestId}. */
export function isRequestId(value: unknown): value is RequestId {
  return isRequestIdValue(value);
}

/** The shape of {@link RequestId}, as data. */
export const RequestIdShape: Shape = { is: 'requestId' };

/** Reads a {@link RequestId}: the received value itself, or what is wrong with it. */
export function decodeRequestId(value: unknown, reading?: Reading): Decoded<RequestId> {
  return decode(isRequestId, RequestIdShape, value, reading);
}

/** Why a request failed; JSON-RPC reserves some codes, ACP adds two, the rest is free. */
export type ErrorCode = number;

/** The codes that have a name. */
export const errorCodes = {
  /** The text was not JSON. */
  parseError: -32700,
  /** The JSON was not a request. */
  invalidRequest: -32600,
  /** Nobody handles this method here. */
  methodNotFound: -32601,
  /** The params do not fit the method. */
  invalidParams: -32602,
  /** The handler failed. */
  internalError: -32603,
  /** Authenticate first. */
  authenticationRequired: -32000,
  /** What the request names, such as a session, does not exist. */
  resourceNotFound: -32002,
} as const;

/** Whether a value is a valid {@link ErrorCode}. */
export function isErrorCode(value: unknown): value is ErrorCode {
  return Number.isInteger(value);
}

/** The shape of {@link ErrorCode}, as data. */
export const ErrorCodeShape: Shape = { is: 'integer' };

/** Reads a {@link ErrorCode}: the received value itself, or what is wrong with it. */
export function decodeErrorCode(value: unknown, reading?: Reading): Decoded<ErrorCode> {
  return decode(isErrorCode, ErrorCodeShape, value, reading);
}

/** The answer to a request that failed. */
export interface Error {
  /** Why it failed, for programs. */
  readonly code: ErrorCode;
  /** Why it failed, in one short sentence for people. */
  readonly message: string;
  /** Whatever else helps to understand the failure. */
  readonly data?: unknown;
}

/** Whether a value is a valid {@link Error}. */
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

/** Reads a {@link Error}: the received value itself, or what is wrong with it. */
export function decodeError(value: unknown, reading?: Reading): Decoded<Error> {
  return decode(isError, ErrorShape, value, reading);
}

/** Params of a request that the protocol does not define. */
export type ExtRequest = unknown;

/** Whether a value is a valid {@link ExtRequest}. */
export function isExtRequest(value: unknown): value is ExtRequest {
  return isWritable(value);
}

/** The shape of {@link ExtRequest}, as data. */
export const ExtRequestShape: Shape = { is: 'any' };

/** Reads a {@link ExtRequest}: the received value itself, or what is wrong with it. */
export function decodeExtRequest(value: unknown, reading?: Reading): Decoded<ExtRequest> {
  return decode(isExtRequest, ExtRequestShape, value, reading);
}

/** Result of a request that the protocol does not define. */
export type ExtResponse = unknown;

/** Whether a value is a valid {@link ExtResponse}. */
export function isExtResponse(value: unknown): value is ExtResponse {
  return isWritable(value);
}

/** The shape of {@link ExtResponse}, as data. */
export const ExtResponseShape: Shape = { is: 'any' };

/** Reads a {@link ExtResponse}: the received value itself, or what is wrong with it. */
export function decodeExtResponse(value: unknown, reading?: Reading): Decoded<ExtResponse> {
  return decode(isExtResponse, ExtResponseShape, value, reading);
}

/** Params of a notification that the protocol does not define. */
export type ExtNotification = unknown;

/** Whether a value is a valid {@link ExtNotification}. */
export function isExtNotification(value: unknown): value is ExtNotification {
  return isWritable(value);
}

/** The shape of {@link ExtNotification}, as data. */
export const ExtNotificationShape: Shape = { is: 'any' };

/** Reads a {@link ExtNotification}: the received value itself, or what is wrong with it. */
export function decodeExtNotification(value: unknown, reading?: Reading): Decoded<ExtNotification> {
  return decode(isExtNotification, ExtNotificationShape, value, reading);
}

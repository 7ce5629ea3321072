// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { isInteger, isListOf, isMeta, isObject, isRequestIdValue, type Meta } from '../../reading/guard.ts';
import { lenientMetaField } from '../../reading/meta.ts';
import { type TypeReader } from '../../reading/method.ts';
import { isWritable } from '../../reading/nesting.ts';
import { type RecordShape, type Shape } from '../../reading/shape.ts';
import { isProtocolVersion, ProtocolVersionShape, type ProtocolVersion } from '../../base/generated/initialize.ts';
import { SessionIdShape, type SessionId } from '../../base/generated/session-setup.ts';
export {
  ExtRequest,
  ExtResponse,
  ExtNotification,
} from '../../base/generated/rpc.ts';

/** Connects a response with its request. Unique among the open requests of a side. */
export type RequestId = number | string;

/** Returns whether a value is a valid {@link RequestId}. */
export function isRequestId(value: unknown): value is RequestId {
  return isRequestIdValue(value) &&
    value !== null;
}

/** The shape of {@link RequestId}, as data. */
export const RequestIdShape: Shape = { is: 'requestId', notNull: true };

/** Connects a response with its request. Unique among the open requests of a side. */
export const RequestId: TypeReader<RequestId> = {
  name: 'RequestId',
  is: isRequestId,
  decode: (value, reading) => decode(isRequestId, RequestIdShape, value, reading),
  shape: RequestIdShape,
};

/** Why a request failed. JSON-RPC reserves some codes, ACP adds a few, and all others are free. */
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
  /** The agent does not support the requested version. */
  unsupportedProtocolVersion: -32022,
} as const;

/** Returns whether a value is a valid {@link ErrorCode}. */
export function isErrorCode(value: unknown): value is ErrorCode {
  return Number.isInteger(value);
}

/** The shape of {@link ErrorCode}, as data. */
export const ErrorCodeShape: Shape = { is: 'integer' };

/** Why a request failed. JSON-RPC reserves some codes, ACP adds a few, and all others are free. */
export const ErrorCode: TypeReader<ErrorCode> = {
  name: 'ErrorCode',
  is: isErrorCode,
  decode: (value, reading) => decode(isErrorCode, ErrorCodeShape, value, reading),
  shape: ErrorCodeShape,
};

/** Details of a failure. */
export type ErrorData = unknown;

/** Returns whether a value is a valid {@link ErrorData}. */
export function isErrorData(value: unknown): value is ErrorData {
  return isWritable(value);
}

/** The shape of {@link ErrorData}, as data. */
export const ErrorDataShape: Shape = { is: 'any' };

/** Details of a failure. */
export const ErrorData: TypeReader<ErrorData> = {
  name: 'ErrorData',
  is: isErrorData,
  decode: (value, reading) => decode(isErrorData, ErrorDataShape, value, reading),
  shape: ErrorDataShape,
};

/** The answer to a request that failed. */
export interface Error {
  /** Why the request failed, for programs. */
  readonly code: ErrorCode;
  /** Why the request failed, in one short sentence. */
  readonly message: string;
  /** Details of the failure. */
  readonly data?: ErrorData | null;
}

/** Returns whether a value is a valid {@link Error}. */
export function isError(value: unknown): value is Error {
  return isObject(value) &&
    isErrorCode(value.code) &&
    typeof value.message === 'string' &&
    (value.data === undefined || value.data === null || isWritable(value.data));
}

/** The shape of {@link Error}, as data. */
export const ErrorShape: RecordShape = {
  is: 'record',
  fields: {
    code: { of: ErrorCodeShape },
    message: { of: { is: 'string' } },
    data: { of: { is: 'nullable', of: ErrorDataShape }, optional: true, lenient: true },
  },
};

/** The answer to a request that failed. */
export const Error: TypeReader<Error> = {
  name: 'Error',
  is: isError,
  decode: (value, reading) => decode(isError, ErrorShape, value, reading),
  shape: ErrorShape,
};

/** Details of an unsupported version. */
export interface UnsupportedProtocolVersionErrorData {
  /** Version that the client asked for. */
  readonly requested: ProtocolVersion;
  /** Versions that the agent supports. */
  readonly supported: readonly ProtocolVersion[];
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link UnsupportedProtocolVersionErrorData}. */
export function isUnsupportedProtocolVersionErrorData(value: unknown): value is UnsupportedProtocolVersionErrorData {
  return isObject(value) &&
    isInteger(value.requested, 0, 65535) &&
    isListOf(value.supported, isProtocolVersion) &&
    isMeta(value._meta);
}

/** The shape of {@link UnsupportedProtocolVersionErrorData}, as data. */
export const UnsupportedProtocolVersionErrorDataShape: RecordShape = {
  is: 'record',
  fields: {
    requested: { of: ProtocolVersionShape },
    supported: { of: { is: 'list', of: ProtocolVersionShape } },
    _meta: lenientMetaField,
  },
};

/** Details of an unsupported version. */
export const UnsupportedProtocolVersionErrorData: TypeReader<UnsupportedProtocolVersionErrorData> = {
  name: 'UnsupportedProtocolVersionErrorData',
  is: isUnsupportedProtocolVersionErrorData,
  decode: (value, reading) => decode(isUnsupportedProtocolVersionErrorData, UnsupportedProtocolVersionErrorDataShape, value, reading),
  shape: UnsupportedProtocolVersionErrorDataShape,
};

/** Details of a session that does not exist. */
export interface SessionNotFoundErrorData {
  /** Id of the session. */
  readonly sessionId: SessionId;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link SessionNotFoundErrorData}. */
export function isSessionNotFoundErrorData(value: unknown): value is SessionNotFoundErrorData {
  return isObject(value) &&
    typeof value.sessionId === 'string' &&
    isMeta(value._meta);
}

/** The shape of {@link SessionNotFoundErrorData}, as data. */
export const SessionNotFoundErrorDataShape: RecordShape = {
  is: 'record',
  fields: {
    sessionId: { of: SessionIdShape },
    _meta: lenientMetaField,
  },
};

/** Details of a session that does not exist. */
export const SessionNotFoundErrorData: TypeReader<SessionNotFoundErrorData> = {
  name: 'SessionNotFoundErrorData',
  is: isSessionNotFoundErrorData,
  decode: (value, reading) => decode(isSessionNotFoundErrorData, SessionNotFoundErrorDataShape, value, reading),
  shape: SessionNotFoundErrorDataShape,
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

// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { isMapOf, isObject } from '../../reading/guard.ts';
import { type TypeReader } from '../../reading/method.ts';
import { isWritable } from '../../reading/nesting.ts';
import { type RecordShape, type Shape } from '../../reading/shape.ts';
import { isRequestId, RequestIdShape, type RequestId } from './rpc.ts';
import { SessionIdShape, type SessionId } from './session-setup.ts';
import { ToolCallIdShape, type ToolCallId } from './tool-call.ts';

/** Id of an elicitation that goes on outside of the client. */
export type ElicitationId = string;

/** Returns whether a value is a valid {@link ElicitationId}. */
export function isElicitationId(value: unknown): value is ElicitationId {
  return typeof value === 'string';
}

/** The shape of {@link ElicitationId}, as data. */
export const ElicitationIdShape: Shape = { is: 'string', must: 'id' };

/** Id of an elicitation that goes on outside of the client. */
export const ElicitationId: TypeReader<ElicitationId> = {
  name: 'ElicitationId',
  is: isElicitationId,
  decode: (value, reading) => decode(isElicitationId, ElicitationIdShape, value, reading),
  shape: ElicitationIdShape,
};

/** The values of {@link StringFormat} that the protocol defines. */
export type KnownStringFormat =
  /** An e-mail address. */
  | 'email'
  /** A URI. */
  | 'uri'
  /** A date. */
  | 'date'
  /** A date with a time. */
  | 'date-time';
/** Any other value of {@link StringFormat}: an extension if it begins with `_`, otherwise a value of a later draft. */
export type UnknownStringFormat = string & Record<never, never>;

/** The format of a text. */
export type StringFormat = KnownStringFormat | UnknownStringFormat;

/** Returns whether the protocol defines this value. */
export function isKnownStringFormat(value: StringFormat): value is KnownStringFormat {
  return value === 'email' || value === 'uri' || value === 'date' || value === 'date-time';
}

/** Returns whether a value is a valid {@link StringFormat}. */
export function isStringFormat(value: unknown): value is StringFormat {
  return typeof value === 'string';
}

/** The shape of {@link StringFormat}, as data. */
export const StringFormatShape: Shape = { is: 'enum', values: ['email', 'uri', 'date', 'date-time'], open: true };

/** The format of a text. */
export const StringFormat: TypeReader<StringFormat> = {
  name: 'StringFormat',
  is: isStringFormat,
  decode: (value, reading) => decode(isStringFormat, StringFormatShape, value, reading),
  shape: StringFormatShape,
};

/** The type of a form. */
export type ElicitationSchemaType =
  /** An object with a key per question. */
  | 'object';

/** Returns whether a value is a valid {@link ElicitationSchemaType}. */
export function isElicitationSchemaType(value: unknown): value is ElicitationSchemaType {
  return value === 'object';
}

/** The shape of {@link ElicitationSchemaType}, as data. */
export const ElicitationSchemaTypeShape: Shape = { is: 'enum', values: ['object'] };

/** The type of a form. */
export const ElicitationSchemaType: TypeReader<ElicitationSchemaType> = {
  name: 'ElicitationSchemaType',
  is: isElicitationSchemaType,
  decode: (value, reading) => decode(isElicitationSchemaType, ElicitationSchemaTypeShape, value, reading),
  shape: ElicitationSchemaTypeShape,
};

/** An elicitation that belongs to a session. */
export interface ElicitationSessionScope {
  /** Id of the session. */
  readonly sessionId: SessionId;
  /** Id of the tool call that asks. */
  readonly toolCallId?: ToolCallId | null;
}

/** Returns whether a value is a valid {@link ElicitationSessionScope}. */
export function isElicitationSessionScope(value: unknown): value is ElicitationSessionScope {
  return isObject(value) &&
    typeof value.sessionId === 'string' &&
    (value.toolCallId === undefined || value.toolCallId === null || typeof value.toolCallId === 'string');
}

/** The shape of {@link ElicitationSessionScope}, as data. */
export const ElicitationSessionScopeShape: RecordShape = {
  is: 'record',
  fields: {
    sessionId: { of: SessionIdShape },
    toolCallId: { of: { is: 'nullable', of: ToolCallIdShape }, optional: true, lenient: true },
  },
};

/** An elicitation that belongs to a session. */
export const ElicitationSessionScope: TypeReader<ElicitationSessionScope> = {
  name: 'ElicitationSessionScope',
  is: isElicitationSessionScope,
  decode: (value, reading) => decode(isElicitationSessionScope, ElicitationSessionScopeShape, value, reading),
  shape: ElicitationSessionScopeShape,
};

/** An elicitation that belongs to an open request. */
export interface ElicitationRequestScope {
  /** Id of the request. */
  readonly requestId: RequestId;
}

/** Returns whether a value is a valid {@link ElicitationRequestScope}. */
export function isElicitationRequestScope(value: unknown): value is ElicitationRequestScope {
  return isObject(value) &&
    isRequestId(value.requestId);
}

/** The shape of {@link ElicitationRequestScope}, as data. */
export const ElicitationRequestScopeShape: RecordShape = {
  is: 'record',
  fields: {
    requestId: { of: RequestIdShape },
  },
};

/** An elicitation that belongs to an open request. */
export const ElicitationRequestScope: TypeReader<ElicitationRequestScope> = {
  name: 'ElicitationRequestScope',
  is: isElicitationRequestScope,
  decode: (value, reading) => decode(isElicitationRequestScope, ElicitationRequestScopeShape, value, reading),
  shape: ElicitationRequestScopeShape,
};

/** The answer to a question: a text, a number, a boolean or a list of texts. */
export type ElicitationContentValue = unknown;

/** Returns whether a value is a valid {@link ElicitationContentValue}. */
export function isElicitationContentValue(value: unknown): value is ElicitationContentValue {
  return isWritable(value);
}

/** The shape of {@link ElicitationContentValue}, as data. */
export const ElicitationContentValueShape: Shape = { is: 'any' };

/** The answer to a question: a text, a number, a boolean or a list of texts. */
export const ElicitationContentValue: TypeReader<ElicitationContentValue> = {
  name: 'ElicitationContentValue',
  is: isElicitationContentValue,
  decode: (value, reading) => decode(isElicitationContentValue, ElicitationContentValueShape, value, reading),
  shape: ElicitationContentValueShape,
};

/** The user answered. */
export interface ElicitationAcceptAction {
  /** Answers by key. */
  readonly content?: { readonly [key: string]: ElicitationContentValue } | null;
}

/** Returns whether a value is a valid {@link ElicitationAcceptAction}. */
export function isElicitationAcceptAction(value: unknown): value is ElicitationAcceptAction {
  return isObject(value) &&
    (value.content === undefined || value.content === null || isMapOf(value.content, isElicitationContentValue));
}

/** The shape of {@link ElicitationAcceptAction}, as data. */
export const ElicitationAcceptActionShape: RecordShape = {
  is: 'record',
  fields: {
    content: { of: { is: 'nullable', of: { is: 'map', of: ElicitationContentValueShape } }, optional: true },
  },
};

/** The user answered. */
export const ElicitationAcceptAction: TypeReader<ElicitationAcceptAction> = {
  name: 'ElicitationAcceptAction',
  is: isElicitationAcceptAction,
  decode: (value, reading) => decode(isElicitationAcceptAction, ElicitationAcceptActionShape, value, reading),
  shape: ElicitationAcceptActionShape,
};

// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { isListOf, isMeta, isObject, type Meta } from '../../reading/guard.ts';
import { metaField } from '../../reading/meta.ts';
import { type TypeReader } from '../../reading/method.ts';
import { type RecordShape } from '../../reading/shape.ts';
import {
  isSessionConfigOption,
  SessionConfigOptionShape,
  type SessionConfigOption,
} from '../../base/generated/config-option.ts';
import { SessionIdShape, type SessionId } from '../../base/generated/session-setup.ts';
export {
  SessionId,
  NewSessionRequest,
  LoadSessionRequest,
  ResumeSessionRequest,
  ListSessionsRequest,
  SessionInfo,
  ListSessionsResponse,
  DeleteSessionRequest,
  DeleteSessionResponse,
  CloseSessionRequest,
  CloseSessionResponse,
} from '../../base/generated/session-setup.ts';

/** The session has started. */
export interface NewSessionResponse {
  /** Id of the new session. */
  readonly sessionId: SessionId;
  /** Configuration options with their values. */
  readonly configOptions?: readonly SessionConfigOption[] | null;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link NewSessionResponse}. */
export function isNewSessionResponse(value: unknown): value is NewSessionResponse {
  return isObject(value) &&
    typeof value.sessionId === 'string' &&
    (value.configOptions === undefined || value.configOptions === null || isListOf(value.configOptions, isSessionConfigOption)) &&
    isMeta(value._meta);
}

/** The shape of {@link NewSessionResponse}, as data. */
export const NewSessionResponseShape: RecordShape = {
  is: 'record',
  fields: {
    sessionId: { of: SessionIdShape },
    configOptions: { of: { is: 'nullable', of: { is: 'list', of: SessionConfigOptionShape } }, optional: true, lenient: true },
    _meta: metaField,
  },
};

/** The session has started. */
export const NewSessionResponse: TypeReader<NewSessionResponse> = {
  name: 'NewSessionResponse',
  is: isNewSessionResponse,
  decode: (value, reading) => decode(isNewSessionResponse, NewSessionResponseShape, value, reading),
  shape: NewSessionResponseShape,
};

/** The session is loaded and its history has been replayed. */
export interface LoadSessionResponse {
  /** Configuration options with their values. */
  readonly configOptions?: readonly SessionConfigOption[] | null;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link LoadSessionResponse}. */
export function isLoadSessionResponse(value: unknown): value is LoadSessionResponse {
  return isObject(value) &&
    (value.configOptions === undefined || value.configOptions === null || isListOf(value.configOptions, isSessionConfigOption)) &&
    isMeta(value._meta);
}

/** The shape of {@link LoadSessionResponse}, as data. */
export const LoadSessionResponseShape: RecordShape = {
  is: 'record',
  fields: {
    configOptions: { of: { is: 'nullable', of: { is: 'list', of: SessionConfigOptionShape } }, optional: true, lenient: true },
    _meta: metaField,
  },
};

/** The session is loaded and its history has been replayed. */
export const LoadSessionResponse: TypeReader<LoadSessionResponse> = {
  name: 'LoadSessionResponse',
  is: isLoadSessionResponse,
  decode: (value, reading) => decode(isLoadSessionResponse, LoadSessionResponseShape, value, reading),
  shape: LoadSessionResponseShape,
};

/** The session is ready to continue. */
export interface ResumeSessionResponse {
  /** Configuration options with their values. */
  readonly configOptions?: readonly SessionConfigOption[] | null;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link ResumeSessionResponse}. */
export function isResumeSessionResponse(value: unknown): value is ResumeSessionResponse {
  return isObject(value) &&
    (value.configOptions === undefined || value.configOptions === null || isListOf(value.configOptions, isSessionConfigOption)) &&
    isMeta(value._meta);
}

/** The shape of {@link ResumeSessionResponse}, as data. */
export const ResumeSessionResponseShape: RecordShape = {
  is: 'record',
  fields: {
    configOptions: { of: { is: 'nullable', of: { is: 'list', of: SessionConfigOptionShape } }, optional: true, lenient: true },
    _meta: metaField,
  },
};

/** The session is ready to continue. */
export const ResumeSessionResponse: TypeReader<ResumeSessionResponse> = {
  name: 'ResumeSessionResponse',
  is: isResumeSessionResponse,
  decode: (value, reading) => decode(isResumeSessionResponse, ResumeSessionResponseShape, value, reading),
  shape: ResumeSessionResponseShape,
};

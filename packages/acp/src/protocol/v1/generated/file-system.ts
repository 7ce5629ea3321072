// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { isInteger, isMeta, isObject, type Meta } from '../../reading/guard.ts';
import { lenientMetaField } from '../../reading/meta.ts';
import { type TypeReader } from '../../reading/method.ts';
import { type RecordShape } from '../../reading/shape.ts';
import { SessionIdShape, type SessionId } from '../../base/generated/session-setup.ts';

/** Reads a text file through the client, including unsaved changes. */
export interface ReadTextFileRequest {
  /** Id of the session. */
  readonly sessionId: SessionId;
  /** The file, as an absolute path. */
  readonly path: string;
  /** First line to read, counted from 1. */
  readonly line?: number | null;
  /** Maximum number of lines to read. */
  readonly limit?: number | null;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link ReadTextFileRequest}. */
export function isReadTextFileRequest(value: unknown): value is ReadTextFileRequest {
  return isObject(value) &&
    typeof value.sessionId === 'string' &&
    typeof value.path === 'string' &&
    (value.line === undefined || value.line === null || isInteger(value.line, 0)) &&
    (value.limit === undefined || value.limit === null || isInteger(value.limit, 0)) &&
    isMeta(value._meta);
}

/** The shape of {@link ReadTextFileRequest}, as data. */
export const ReadTextFileRequestShape: RecordShape = {
  is: 'record',
  fields: {
    sessionId: { of: SessionIdShape },
    path: { of: { is: 'string', must: 'path' } },
    line: { of: { is: 'nullable', of: { is: 'integer', min: 0, must: 'line' } }, optional: true },
    limit: { of: { is: 'nullable', of: { is: 'integer', min: 0 } }, optional: true },
    _meta: lenientMetaField,
  },
};

/** Reads a text file through the client, including unsaved changes. */
export const ReadTextFileRequest: TypeReader<ReadTextFileRequest> = {
  name: 'ReadTextFileRequest',
  is: isReadTextFileRequest,
  decode: (value, reading) => decode(isReadTextFileRequest, ReadTextFileRequestShape, value, reading),
  shape: ReadTextFileRequestShape,
};

/** The text of the file. */
export interface ReadTextFileResponse {
  /** The text. */
  readonly content: string;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link ReadTextFileResponse}. */
export function isReadTextFileResponse(value: unknown): value is ReadTextFileResponse {
  return isObject(value) &&
    typeof value.content === 'string' &&
    isMeta(value._meta);
}

/** The shape of {@link ReadTextFileResponse}, as data. */
export const ReadTextFileResponseShape: RecordShape = {
  is: 'record',
  fields: {
    content: { of: { is: 'string' } },
    _meta: lenientMetaField,
  },
};

/** The text of the file. */
export const ReadTextFileResponse: TypeReader<ReadTextFileResponse> = {
  name: 'ReadTextFileResponse',
  is: isReadTextFileResponse,
  decode: (value, reading) => decode(isReadTextFileResponse, ReadTextFileResponseShape, value, reading),
  shape: ReadTextFileResponseShape,
};

/** Writes a text file through the client. */
export interface WriteTextFileRequest {
  /** Id of the session. */
  readonly sessionId: SessionId;
  /** The file, as an absolute path. */
  readonly path: string;
  /** The new text of the file. */
  readonly content: string;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link WriteTextFileRequest}. */
export function isWriteTextFileRequest(value: unknown): value is WriteTextFileRequest {
  return isObject(value) &&
    typeof value.sessionId === 'string' &&
    typeof value.path === 'string' &&
    typeof value.content === 'string' &&
    isMeta(value._meta);
}

/** The shape of {@link WriteTextFileRequest}, as data. */
export const WriteTextFileRequestShape: RecordShape = {
  is: 'record',
  fields: {
    sessionId: { of: SessionIdShape },
    path: { of: { is: 'string', must: 'path' } },
    content: { of: { is: 'string' } },
    _meta: lenientMetaField,
  },
};

/** Writes a text file through the client. */
export const WriteTextFileRequest: TypeReader<WriteTextFileRequest> = {
  name: 'WriteTextFileRequest',
  is: isWriteTextFileRequest,
  decode: (value, reading) => decode(isWriteTextFileRequest, WriteTextFileRequestShape, value, reading),
  shape: WriteTextFileRequestShape,
};

/** The file is written. */
export interface WriteTextFileResponse {
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link WriteTextFileResponse}. */
export function isWriteTextFileResponse(value: unknown): value is WriteTextFileResponse {
  return isObject(value) &&
    isMeta(value._meta);
}

/** The shape of {@link WriteTextFileResponse}, as data. */
export const WriteTextFileResponseShape: RecordShape = {
  is: 'record',
  fields: {
    _meta: lenientMetaField,
  },
};

/** The file is written. */
export const WriteTextFileResponse: TypeReader<WriteTextFileResponse> = {
  name: 'WriteTextFileResponse',
  is: isWriteTextFileResponse,
  decode: (value, reading) => decode(isWriteTextFileResponse, WriteTextFileResponseShape, value, reading),
  shape: WriteTextFileResponseShape,
};

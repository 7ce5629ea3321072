// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode, type Reading } from '../../reading/decode.ts';
import { isInteger, isMeta, isObject, type Meta } from '../../reading/guard.ts';
import { type Decoded } from '../../reading/issue.ts';
import { metaField } from '../../reading/meta.ts';
import { type RecordShape } from '../../reading/shape.ts';
import { SessionIdShape, type SessionId } from '../../base/generated/session-setup.ts';

/** Asks the client for the text of a file, unsaved changes included. */
export interface ReadTextFileRequest {
  /** The session. */
  readonly sessionId: SessionId;
  /** The file, as an absolute path. */
  readonly path: string;
  /** The first line to read, counted from 1. */
  readonly line?: number | null;
  /** How many lines to read at most. */
  readonly limit?: number | null;
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link ReadTextFileRequest}. */
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
    _meta: metaField,
  },
};

/** Reads a {@link ReadTextFileRequest}: the received value itself, or what is wrong with it. */
export function decodeReadTextFileRequest(value: unknown, reading?: Reading): Decoded<ReadTextFileRequest> {
  return decode(isReadTextFileRequest, ReadTextFileRequestShape, value, reading);
}

/** The text of the file. */
export interface ReadTextFileResponse {
  /** The text. */
  readonly content: string;
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link ReadTextFileResponse}. */
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
    _meta: metaField,
  },
};

/** Reads a {@link ReadTextFileResponse}: the received value itself, or what is wrong with it. */
export function decodeReadTextFileResponse(value: unknown, reading?: Reading): Decoded<ReadTextFileResponse> {
  return decode(isReadTextFileResponse, ReadTextFileResponseShape, value, reading);
}

/** Asks the client to write a file. */
export interface WriteTextFileRequest {
  /** The session. */
  readonly sessionId: SessionId;
  /** The file, as an absolute path. */
  readonly path: string;
  /** The whole new text. */
  readonly content: string;
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link WriteTextFileRequest}. */
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
    _meta: metaField,
  },
};

/** Reads a {@link WriteTextFileRequest}: the received value itself, or what is wrong with it. */
export function decodeWriteTextFileRequest(value: unknown, reading?: Reading): Decoded<WriteTextFileRequest> {
  return decode(isWriteTextFileRequest, WriteTextFileRequestShape, value, reading);
}

/** The file is written. */
export interface WriteTextFileResponse {
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link WriteTextFileResponse}. */
export function isWriteTextFileResponse(value: unknown): value is WriteTextFileResponse {
  return isObject(value) &&
    isMeta(value._meta);
}

/** The shape of {@link WriteTextFileResponse}, as data. */
export const WriteTextFileResponseShape: RecordShape = {
  is: 'record',
  fields: {
    _meta: metaField,
  },
};

/** Reads a {@link WriteTextFileResponse}: the received value itself, or what is wrong with it. */
export function decodeWriteTextFileResponse(value: unknown, reading?: Reading): Decoded<WriteTextFileResponse> {
  return decode(isWriteTextFileResponse, WriteTextFileResponseShape, value, reading);
}

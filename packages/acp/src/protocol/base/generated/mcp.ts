// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode, type Reading } from '../../reading/decode.ts';
import { isListOf, isMeta, isObject, isString, type Meta } from '../../reading/guard.ts';
import { type Decoded } from '../../reading/issue.ts';
import { metaField } from '../../reading/meta.ts';
import { type RecordShape } from '../../reading/shape.ts';

/** An environment variable. */
export interface EnvVariable {
  /** Its name. */
  readonly name: string;
  /** Its value. */
  readonly value: string;
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link EnvVariable}. */
export function isEnvVariable(value: unknown): value is EnvVariable {
  return isObject(value) &&
    typeof value.name === 'string' &&
    typeof value.value === 'string' &&
    isMeta(value._meta);
}

/** The shape of {@link EnvVariable}, as data. */
export const EnvVariableShape: RecordShape = {
  is: 'record',
  fields: {
    name: { of: { is: 'string' } },
    value: { of: { is: 'string' } },
    _meta: metaField,
  },
};

/** Reads a {@link EnvVariable}: the received value itself, or what is wrong with it. */
export function decodeEnvVariable(value: unknown, reading?: Reading): Decoded<EnvVariable> {
  return decode(isEnvVariable, EnvVariableShape, value, reading);
}

/** A header of an HTTP request. */
export interface HttpHeader {
  /** Its name. */
  readonly name: string;
  /** Its value. */
  readonly value: string;
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link HttpHeader}. */
export function isHttpHeader(value: unknown): value is HttpHeader {
  return isObject(value) &&
    typeof value.name === 'string' &&
    typeof value.value === 'string' &&
    isMeta(value._meta);
}

/** The shape of {@link HttpHeader}, as data. */
export const HttpHeaderShape: RecordShape = {
  is: 'record',
  fields: {
    name: { of: { is: 'string' } },
    value: { of: { is: 'string' } },
    _meta: metaField,
  },
};

/** Reads a {@link HttpHeader}: the received value itself, or what is wrong with it. */
export function decodeHttpHeader(value: unknown, reading?: Reading): Decoded<HttpHeader> {
  return decode(isHttpHeader, HttpHeaderShape, value, reading);
}

/** An MCP server behind HTTP. */
export interface McpServerHttp {
  /** What to call the server. */
  readonly name: string;
  /** Its address. */
  readonly url: string;
  /** Headers to send with each request. */
  readonly headers: readonly HttpHeader[];
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link McpServerHttp}. */
export function isMcpServerHttp(value: unknown): value is McpServerHttp {
  return isObject(value) &&
    typeof value.name === 'string' &&
    typeof value.url === 'string' &&
    isListOf(value.headers, isHttpHeader) &&
    isMeta(value._meta);
}

/** The shape of {@link McpServerHttp}, as data. */
export const McpServerHttpShape: RecordShape = {
  is: 'record',
  fields: {
    name: { of: { is: 'string' } },
    url: { of: { is: 'string' } },
    headers: { of: { is: 'list', of: HttpHeaderShape } },
    _meta: metaField,
  },
};

/** Reads a {@link McpServerHttp}: the received value itself, or what is wrong with it. */
export function decodeMcpServerHttp(value: unknown, reading?: Reading): Decoded<McpServerHttp> {
  return decode(isMcpServerHttp, McpServerHttpShape, value, reading);
}

/** An MCP server that the agent starts as a process. */
export interface McpServerStdio {
  /** What to call the server. */
  readonly name: string;
  /** The program. */
  readonly command: string;
  /** Its arguments. */
  readonly args: readonly string[];
  /** Environment variables to set. */
  readonly env: readonly EnvVariable[];
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link McpServerStdio}. */
export function isMcpServerStdio(value: unknown): value is McpServerStdio {
  return isObject(value) &&
    typeof value.name === 'string' &&
    typeof value.command === 'string' &&
    isListOf(value.args, isString) &&
    isListOf(value.env, isEnvVariable) &&
    isMeta(value._meta);
}

/** The shape of {@link McpServerStdio}, as data. */
export const McpServerStdioShape: RecordShape = {
  is: 'record',
  fields: {
    name: { of: { is: 'string' } },
    command: { of: { is: 'string' } },
    args: { of: { is: 'list', of: { is: 'string' } } },
    env: { of: { is: 'list', of: EnvVariableShape } },
    _meta: metaField,
  },
};

/** Reads a {@link McpServerStdio}: the received value itself, or what is wrong with it. */
export function decodeMcpServerStdio(value: unknown, reading?: Reading): Decoded<McpServerStdio> {
  return decode(isMcpServerStdio, McpServerStdioShape, value, reading);
}

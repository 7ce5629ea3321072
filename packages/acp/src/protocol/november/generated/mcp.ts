// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { isListOf, isMeta, isObject, isString, type Meta } from '../../reading/guard.ts';
import { type OfLaterDraft } from '../../reading/later-draft.ts';
import { lenientMetaField } from '../../reading/meta.ts';
import { type TypeReader } from '../../reading/method.ts';
import { type RecordShape, type TaggedShape } from '../../reading/shape.ts';
import { AbsolutePathShape, type AbsolutePath } from './path.ts';

/** An environment variable. */
export interface EnvVariable {
  /** Name of the variable. */
  readonly name: string;
  /** Value of the variable. */
  readonly value: string;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link EnvVariable}. */
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
    _meta: lenientMetaField,
  },
};

/** An environment variable. */
export const EnvVariable: TypeReader<EnvVariable> = {
  name: 'EnvVariable',
  is: isEnvVariable,
  decode: (value, reading) => decode(isEnvVariable, EnvVariableShape, value, reading),
  shape: EnvVariableShape,
};

/** An HTTP header. */
export interface HttpHeader {
  /** Name of the header. */
  readonly name: string;
  /** Value of the header. */
  readonly value: string;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link HttpHeader}. */
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
    _meta: lenientMetaField,
  },
};

/** An HTTP header. */
export const HttpHeader: TypeReader<HttpHeader> = {
  name: 'HttpHeader',
  is: isHttpHeader,
  decode: (value, reading) => decode(isHttpHeader, HttpHeaderShape, value, reading),
  shape: HttpHeaderShape,
};

/** An MCP server that is reached over HTTP. */
export interface McpServerHttp {
  /** Name of the server. */
  readonly name: string;
  /** Address of the server. */
  readonly url: string;
  /** Headers to send with each request. */
  readonly headers?: readonly HttpHeader[];
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link McpServerHttp}. */
export function isMcpServerHttp(value: unknown): value is McpServerHttp {
  return isObject(value) &&
    typeof value.name === 'string' &&
    typeof value.url === 'string' &&
    (value.headers === undefined || isListOf(value.headers, isHttpHeader)) &&
    isMeta(value._meta);
}

/** The shape of {@link McpServerHttp}, as data. */
export const McpServerHttpShape: RecordShape = {
  is: 'record',
  fields: {
    name: { of: { is: 'string' } },
    url: { of: { is: 'string', must: 'uri' } },
    headers: { of: { is: 'list', of: HttpHeaderShape }, optional: true, lenient: 'null' },
    _meta: lenientMetaField,
  },
};

/** An MCP server that is reached over HTTP. */
export const McpServerHttp: TypeReader<McpServerHttp> = {
  name: 'McpServerHttp',
  is: isMcpServerHttp,
  decode: (value, reading) => decode(isMcpServerHttp, McpServerHttpShape, value, reading),
  shape: McpServerHttpShape,
};

/** An MCP server that the agent starts as a process. */
export interface McpServerStdio {
  /** Name of the server. */
  readonly name: string;
  /** Program to start. */
  readonly command: AbsolutePath;
  /** Arguments of the program. */
  readonly args?: readonly string[];
  /** Environment variables to set. */
  readonly env?: readonly EnvVariable[];
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link McpServerStdio}. */
export function isMcpServerStdio(value: unknown): value is McpServerStdio {
  return isObject(value) &&
    typeof value.name === 'string' &&
    typeof value.command === 'string' &&
    (value.args === undefined || isListOf(value.args, isString)) &&
    (value.env === undefined || isListOf(value.env, isEnvVariable)) &&
    isMeta(value._meta);
}

/** The shape of {@link McpServerStdio}, as data. */
export const McpServerStdioShape: RecordShape = {
  is: 'record',
  fields: {
    name: { of: { is: 'string' } },
    command: { of: AbsolutePathShape },
    args: { of: { is: 'list', of: { is: 'string' } }, optional: true, lenient: 'null' },
    env: { of: { is: 'list', of: EnvVariableShape }, optional: true, lenient: 'null' },
    _meta: lenientMetaField,
  },
};

/** An MCP server that the agent starts as a process. */
export const McpServerStdio: TypeReader<McpServerStdio> = {
  name: 'McpServerStdio',
  is: isMcpServerStdio,
  decode: (value, reading) => decode(isMcpServerStdio, McpServerStdioShape, value, reading),
  shape: McpServerStdioShape,
};

/** The variants of {@link McpServer} that the protocol defines. */
export type KnownMcpServer =
  | ({ readonly type: 'http' } & McpServerHttp)
  | ({ readonly type: 'stdio' } & McpServerStdio);

/** Any other variant of {@link McpServer}: an extension if its tag begins with `_`, otherwise a variant of a later draft. */
export type UnknownMcpServer =
  | ({
      readonly type: `_${string}`;
      readonly [key: string]: unknown;
    })
  | (OfLaterDraft & {
      readonly type: string;
      readonly [key: string]: unknown;
    });

/** An MCP server that the agent connects to. */
export type McpServer = KnownMcpServer | UnknownMcpServer;

/** Returns whether the protocol defines this variant; `false` for an extension or a variant of a later draft. */
export function isKnownMcpServer(value: McpServer): value is KnownMcpServer {
  return value.type === 'http' || value.type === 'stdio';
}

/** Returns whether a value is a valid {@link McpServer}. */
export function isMcpServer(value: unknown): value is McpServer {
  if (!isObject(value)) return false;
  switch (value.type) {
    case 'http':
      return isMcpServerHttp(value);
    case 'stdio':
      return isMcpServerStdio(value);
    default:
      return typeof value.type === 'string';
  }
}

/** The shape of {@link McpServer}, as data. */
export const McpServerShape: TaggedShape = {
  is: 'tagged',
  tag: 'type',
  variants: {
    http: McpServerHttpShape,
    stdio: McpServerStdioShape,
  },
  rest: { is: 'record', fields: {} },
};

/** An MCP server that the agent connects to. */
export const McpServer: TypeReader<McpServer> = {
  name: 'McpServer',
  is: isMcpServer,
  decode: (value, reading) => decode(isMcpServer, McpServerShape, value, reading),
  shape: McpServerShape,
};

// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { isListOf, isMeta, isObject, type Meta } from '../../reading/guard.ts';
import { metaField } from '../../reading/meta.ts';
import { type TypeReader } from '../../reading/method.ts';
import { type RecordShape, type TaggedShape } from '../../reading/shape.ts';
import {
  isMcpServerHttp,
  McpServerHttpShape,
  type McpServerHttp,
  isMcpServerStdio,
  McpServerStdioShape,
  type McpServerStdio,
  isHttpHeader,
  HttpHeaderShape,
  type HttpHeader,
} from '../../base/generated/mcp.ts';
export {
  EnvVariable,
  HttpHeader,
  McpServerHttp,
  McpServerStdio,
} from '../../base/generated/mcp.ts';

/** An MCP server that is reached over server-sent events. */
export interface McpServerSse {
  /** Name of the server. */
  readonly name: string;
  /** Address of the server. */
  readonly url: string;
  /** Headers to send with each request. */
  readonly headers: readonly HttpHeader[];
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link McpServerSse}. */
export function isMcpServerSse(value: unknown): value is McpServerSse {
  return isObject(value) &&
    typeof value.name === 'string' &&
    typeof value.url === 'string' &&
    isListOf(value.headers, isHttpHeader) &&
    isMeta(value._meta);
}

/** The shape of {@link McpServerSse}, as data. */
export const McpServerSseShape: RecordShape = {
  is: 'record',
  fields: {
    name: { of: { is: 'string' } },
    url: { of: { is: 'string' } },
    headers: { of: { is: 'list', of: HttpHeaderShape } },
    _meta: metaField,
  },
};

/** An MCP server that is reached over server-sent events. */
export const McpServerSse: TypeReader<McpServerSse> = {
  name: 'McpServerSse',
  is: isMcpServerSse,
  decode: (value, reading) => decode(isMcpServerSse, McpServerSseShape, value, reading),
  shape: McpServerSseShape,
};

/** An MCP server that the agent connects to. */
export type McpServer =
  | ({ readonly type: 'http' } & McpServerHttp)
  | ({ readonly type: 'sse' } & McpServerSse)
  | McpServerStdio;

/** Returns whether a value is a valid {@link McpServer}. */
export function isMcpServer(value: unknown): value is McpServer {
  if (!isObject(value)) return false;
  switch (value.type) {
    case 'http':
      return isMcpServerHttp(value) || isMcpServerStdio(value);
    case 'sse':
      return isMcpServerSse(value) || isMcpServerStdio(value);
    default:
      return isMcpServerStdio(value);
  }
}

/** The shape of {@link McpServer}, as data. */
export const McpServerShape: TaggedShape = {
  is: 'tagged',
  tag: 'type',
  variants: {
    http: McpServerHttpShape,
    sse: McpServerSseShape,
  },
  untagged: McpServerStdioShape,
};

/** An MCP server that the agent connects to. */
export const McpServer: TypeReader<McpServer> = {
  name: 'McpServer',
  is: isMcpServer,
  decode: (value, reading) => decode(isMcpServer, McpServerShape, value, reading),
  shape: McpServerShape,
};

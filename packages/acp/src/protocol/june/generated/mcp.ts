// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { isObject } from '../../reading/guard.ts';
import { type OfLaterDraft } from '../../reading/later-draft.ts';
import { type TypeReader } from '../../reading/method.ts';
import { type Shape } from '../../reading/shape.ts';
import {
  isMcpServerHttp,
  McpServerHttpShape,
  type McpServerHttp,
  isMcpServerStdio,
  McpServerStdioShape,
  type McpServerStdio,
} from '../../base/generated/mcp.ts';
export {
  EnvVariable,
  HttpHeader,
  McpServerHttp,
  McpServerStdio,
} from '../../base/generated/mcp.ts';

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
export const McpServerShape: Shape = {
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

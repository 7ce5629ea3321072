// Written by `npm run generate` from generate/definitions. Do not edit.

export {
  EnvVariable,
  HttpHeader,
  McpServerHttp,
  McpServerStdio,
  McpServer,
  isKnownMcpServer,
  type KnownMcpServer,
  type UnknownMcpServer,
} from '../../base/generated/mcp.ts';

import { openUnion, type Topic } from '../../language.ts';

/** MCP servers, as v2 has them. */
export const mcp: Topic = {
  McpServer: openUnion('An MCP server that the agent should connect to.', {
    http: 'McpServerHttp',
    stdio: 'McpServerStdio',
  }),
};

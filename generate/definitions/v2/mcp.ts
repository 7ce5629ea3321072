import { openUnion, type Topic } from '../../language.ts';

export const mcp: Topic = {
  McpServer: openUnion('An MCP server that the agent should connect to.', {
    http: 'McpServerHttp',
    stdio: 'McpServerStdio',
  }),
};

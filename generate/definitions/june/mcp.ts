import { openUnion, type Topic } from '../../language.ts';

/** MCP servers in June. */
export const mcp = {
  McpServer: openUnion('An MCP server that the agent connects to.', {
    http: 'McpServerHttp',
    stdio: 'McpServerStdio',
  }),
} satisfies Topic;

import { type AgentMutant, badReading } from '../agent-mutant.ts';

/** Takes two MCP servers of one name. */
export const n37SameServers: AgentMutant = {
  name: 'n37-same-servers',
  breaks: 'N37',
  defect: 'Takes two MCP servers of one name.',
  dialects: ['november'],
  caughtBy: ['session.duplicate-mcp'],
  make: () =>
    badReading('session/new', (params) => {
      const { mcpServers } = params;
      const isDoubled = Array.isArray(mcpServers) && mcpServers.length > 1;
      return isDoubled ? { ...params, mcpServers: [] } : params;
    }),
};

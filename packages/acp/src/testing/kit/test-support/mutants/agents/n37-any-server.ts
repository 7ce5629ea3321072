import { type AgentMutant, badReading } from '../agent-mutant.ts';

/** Takes MCP servers of a kind that it does not know. */
export const n37AnyServer: AgentMutant = {
  name: 'n37-any-server',
  breaks: 'N37',
  defect: 'Takes MCP servers of a kind that it does not know.',
  dialects: ['november'],
  caughtBy: ['session.unknown-mcp'],
  mayFollow: ['session.duplicate-mcp'],
  make: () => badReading('session/new', (params) => ({ ...params, mcpServers: [] })),
};

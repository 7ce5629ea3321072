import { badCall, type ClientMutant } from '../client-mutant.ts';

/** Sends MCP servers of a kind that the agent does not take. */
export const c09AnyServer: ClientMutant = {
  name: 'c09-any-server',
  breaks: 'C9',
  defect: 'Sends MCP servers of a kind that the agent does not take.',
  dialects: ['v1', 'june', 'november'],
  caughtBy: ['session.servers'],
  make: () =>
    badCall('session/new', (params) => ({
      ...params,
      mcpServers: [{ type: 'http', name: 'web', url: 'http://localhost/mcp', headers: [] }],
    })),
};

import { isObject, type JsonObject } from '../../../../../protocol/reading/guard.ts';
import { withParams } from '../../altered-transport.ts';
import { type BridgeMutant, bent } from './bridge-mutant.ts';

function serversIn({ mcpServers }: JsonObject): JsonObject[] {
  return Array.isArray(mcpServers) ? mcpServers.filter(isObject) : [];
}

/** A bridge that drops the environment of MCP servers. */
export const mutant: BridgeMutant = {
  breaks: 'P1',
  defect: 'Drops the environment of MCP servers.',
  pair: 'november:june',
  caughtBy: ['session.mcp-servers'],
  start: bent({
    agent: () => ({
      received: (message) => [
        message['method'] === 'session/new'
          ? withParams(message, (params) => ({
              ...params,
              mcpServers: serversIn(params).map((server) => ({ ...server, env: [] })),
            }))
          : message,
      ],
    }),
  }),
};

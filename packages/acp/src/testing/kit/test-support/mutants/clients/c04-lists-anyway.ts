import type { ClientMutant } from '../client-mutant.ts';

/** Lists sessions though the agent does not offer it. */
export const c04ListsAnyway: ClientMutant = {
  name: 'c04-lists-anyway',
  breaks: 'C4',
  defect: 'Lists sessions though the agent does not offer it.',
  dialects: ['v1', 'june'],
  caughtBy: ['session.offered-only'],
  make: () => ({
    fromClient(message, wire) {
      wire.toAgent(message);
      if (message['method'] !== 'session/prompt') return;
      wire.toAgent({ jsonrpc: '2.0', id: 'list', method: 'session/list', params: {} });
    },
    fromAgent(message, wire) {
      if (message['id'] !== 'list') wire.toClient(message);
    },
  }),
};

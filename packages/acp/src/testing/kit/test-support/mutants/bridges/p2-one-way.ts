import { type BridgeMutant, bent } from './bridge-mutant.ts';

/** A bridge that passes requests it does not know from the client only. */
export const mutant: BridgeMutant = {
  breaks: 'P2',
  defect: 'Passes requests that it does not know from the client, and refuses those of the agent.',
  pair: '1:1',
  caughtBy: ['errors.extension'],
  start: bent({
    client: () => ({
      received(message, transport) {
        const { id, method } = message;
        if (id === undefined || !String(method).startsWith('_')) return [message];
        void transport.send(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'Unknown' } }));
        return [];
      },
    }),
  }),
};

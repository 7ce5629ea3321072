import { type AgentMutant, errorOf } from '../agent-mutant.ts';

/** Takes requests whose ids are no integers. */
export const n81FractionalIds: AgentMutant = {
  name: 'n81-fractional-ids',
  breaks: 'N81',
  defect: 'Takes requests whose ids are no integers.',
  dialects: ['november'],
  caughtBy: ['errors.bad-ids'],
  make: () => ({
    fromClient(message, wire) {
      if (message['id'] === 1.5) wire.toClient({ jsonrpc: '2.0', id: 1.5, ...errorOf(-32601) });
      else wire.toAgent(message);
    },
  }),
};

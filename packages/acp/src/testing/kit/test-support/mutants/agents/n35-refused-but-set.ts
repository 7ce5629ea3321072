import { type AgentMutant, errorOf, paramsOf } from '../agent-mutant.ts';

/** Refuses a value that an option does not have, and sets another one. */
export const n35RefusedButSet: AgentMutant = {
  name: 'n35-refused-but-set',
  breaks: 'N35',
  defect: 'Refuses a value that an option does not have, and sets another one.',
  dialects: ['november'],
  caughtBy: ['options.wrong-value'],
  make: () => ({
    fromClient(message, wire) {
      const params = paramsOf(message);
      if (!String(params['value']).startsWith('emend-check') || params['configId'] !== 'model') {
        wire.toAgent(message);
        return;
      }
      wire.toAgent({ ...message, id: 'hidden', params: { ...params, value: 'large' } });
      wire.toClient({ jsonrpc: '2.0', id: message['id'], ...errorOf(-32602) });
    },
    fromAgent(message, wire) {
      if (message['id'] !== 'hidden') wire.toClient(message);
    },
  }),
};

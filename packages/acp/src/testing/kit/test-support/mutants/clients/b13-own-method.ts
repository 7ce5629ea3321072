import type { ClientMutant } from '../client-mutant.ts';

/** Calls a method that the dialect does not have. */
export const b13OwnMethod: ClientMutant = {
  name: 'b13-own-method',
  breaks: 'B13',
  defect: 'Calls a method that the dialect does not have.',
  dialects: ['v1', 'june', 'november'],
  caughtBy: ['output.valid'],
  make: () => ({
    fromClient(message, wire) {
      wire.toAgent(message);
      if (message['method'] === 'session/prompt')
        wire.toAgent({ jsonrpc: '2.0', method: 'session/typing', params: { typing: false } });
    },
  }),
};

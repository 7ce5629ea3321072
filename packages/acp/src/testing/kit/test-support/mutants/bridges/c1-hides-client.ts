import { withParams } from '../../altered-transport.ts';
import { type BridgeMutant, bent } from './bridge-mutant.ts';

/** A bridge that tells the agent its own name in place of that of the client. */
export const mutant: BridgeMutant = {
  breaks: 'C1',
  defect: 'Tells the agent its own name in place of that of the client.',
  pair: 'june:1',
  caughtBy: ['handshake.request'],
  start: bent({
    agent: () => ({
      received: (message) => [
        message['method'] === 'initialize'
          ? withParams(message, (params) => ({ ...params, clientInfo: { name: 'bridge', version: '0' } }))
          : message,
      ],
    }),
  }),
};

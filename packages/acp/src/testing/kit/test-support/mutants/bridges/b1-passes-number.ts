import { withResult } from '../../altered-transport.ts';
import { type BridgeMutant, bent } from './bridge-mutant.ts';

/** A bridge that gives the client the version number of the agent. */
export const mutant: BridgeMutant = {
  breaks: 'B1',
  defect: 'Gives the client the version number of the agent.',
  pair: '1:june',
  caughtBy: ['handshake.answers'],
  start: bent({
    client: () => ({
      received: (message) => [
        withResult(message, (result) => ('agentCapabilities' in result ? { ...result, protocolVersion: 2 } : result)),
      ],
    }),
  }),
};

import { withResult } from '../../altered-transport.ts';
import { type BridgeMutant, bent } from './bridge-mutant.ts';

/** A bridge that does not tell the client who the agent is. */
export const mutant: BridgeMutant = {
  breaks: 'A3',
  defect: 'Does not tell the client who the agent is.',
  pair: '1:june',
  caughtBy: ['handshake.agent-info'],
  start: bent({
    client: () => ({ received: (message) => [withResult(message, ({ agentInfo: _, ...rest }) => rest)] }),
  }),
};

import { withResult } from '../../altered-transport.ts';
import { type BridgeMutant, bent } from './bridge-mutant.ts';

const audio = {
  capabilities: { session: { prompt: { image: {}, audio: {}, embeddedContext: {} }, load: {}, list: {}, close: {} } },
};

/** A bridge that tells the client that the agent takes audio, which it does not. */
export const mutant: BridgeMutant = {
  breaks: 'C3',
  defect: 'Tells the client that the agent takes audio, which it does not.',
  pair: 'june:1',
  caughtBy: ['handshake.capabilities'],
  start: bent({
    client: () => ({
      received: (message) => [
        withResult(message, (result) => ('capabilities' in result ? { ...result, ...audio } : result)),
      ],
    }),
  }),
};

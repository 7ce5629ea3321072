import { isObject } from '../../../../../protocol/reading/guard.ts';
import { type BridgeMutant, bent } from './bridge-mutant.ts';

/** A bridge that does not tell the client that the agent refuses it. */
export const mutant: BridgeMutant = {
  breaks: 'A1',
  defect: 'Does not tell the client that the agent refuses it.',
  pair: 'june:1',
  caughtBy: ['handshake.refused'],
  start: bent({
    client: () => ({
      received: (message) =>
        isObject(message['error']) && message['error']['message'] === 'This agent takes no clients.' ? [] : [message],
    }),
  }),
};

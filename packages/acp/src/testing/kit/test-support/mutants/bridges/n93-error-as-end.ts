import { isObject } from '../../../../../protocol/reading/guard.ts';
import { type BridgeMutant, bent } from './bridge-mutant.ts';

/** A bridge that ends a turn that has failed as if it had succeeded. */
export const mutant: BridgeMutant = {
  breaks: 'N93',
  defect: 'Ends a turn that has failed as if it had succeeded.',
  pair: 'june:november',
  caughtBy: ['prompt.fails'],
  start: bent({
    client: () => ({
      received: (message) =>
        isObject(message['error']) && message['error']['code'] === -32070
          ? [{ jsonrpc: '2.0', id: message['id'], result: { stopReason: 'end_turn' } }]
          : [message],
    }),
  }),
};

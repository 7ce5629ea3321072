import { withResult } from '../../altered-transport.ts';
import { type BridgeMutant, bent } from './bridge-mutant.ts';

/** A bridge that ends every turn with the stop reason "end_turn". */
export const mutant: BridgeMutant = {
  breaks: 'A32',
  defect: 'Ends every turn with the stop reason "end_turn".',
  pair: '1:june',
  caughtBy: ['prompt.stop-reasons'],
  mayFollow: ['prompt.two-sessions', 'cancel.one-of-two', 'cancel.turn', 'cancel.permission'],
  start: bent({
    client: () => ({
      received: (message) => [
        withResult(message, (result) => ('stopReason' in result ? { ...result, stopReason: 'end_turn' } : result)),
      ],
    }),
  }),
};

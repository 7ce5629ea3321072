import { updateIn } from '../../altered-transport.ts';
import { type BridgeMutant, bent } from './bridge-mutant.ts';

/** A bridge that drops what terminals of the agent print. */
export const mutant: BridgeMutant = {
  breaks: 'N97',
  defect: 'Drops what terminals of the agent print.',
  pair: 'june:november',
  caughtBy: ['losses.terminal'],
  start: bent({
    agent: () => ({
      sent: (message) => (updateIn(message)?.['sessionUpdate'] === 'terminal_output_chunk' ? [] : [message]),
    }),
  }),
};

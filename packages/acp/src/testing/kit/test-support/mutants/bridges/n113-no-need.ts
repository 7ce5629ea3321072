import { updateIn } from '../../altered-transport.ts';
import { type BridgeMutant, bent } from './bridge-mutant.ts';

/** A bridge that does not tell a client of November that it is needed. */
export const mutant: BridgeMutant = {
  breaks: 'N113',
  defect: 'Does not tell a client of November that it is needed.',
  pair: 'november:june',
  caughtBy: ['november.question-states'],
  start: bent({
    client: () => ({ received: (message) => (updateIn(message)?.['state'] === 'requires_action' ? [] : [message]) }),
  }),
};

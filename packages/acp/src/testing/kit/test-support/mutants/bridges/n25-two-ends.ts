import { updateIn } from '../../altered-transport.ts';
import { type BridgeMutant, bent } from './bridge-mutant.ts';

/** A bridge that tells a client of November the end of a turn twice. */
export const mutant: BridgeMutant = {
  breaks: 'N25',
  defect: 'Tells a client of November the end of a turn twice.',
  pair: 'november:june',
  caughtBy: ['prompt.ends'],
  start: bent({
    client: () => ({
      received: (message) => (updateIn(message)?.['stopReason'] === undefined ? [message] : [message, message]),
    }),
  }),
};

import { withResult } from '../../altered-transport.ts';
import { type BridgeMutant, bent } from './bridge-mutant.ts';

/** A bridge that leaves the cursor out of a list of sessions. */
export const mutant: BridgeMutant = {
  breaks: 'C12',
  defect: 'Leaves the cursor out of a list of sessions.',
  pair: 'november:1',
  caughtBy: ['session.list'],
  start: bent({
    client: () => ({ received: (message) => [withResult(message, ({ nextCursor: _, ...rest }) => rest)] }),
  }),
};

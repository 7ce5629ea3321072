import { withUpdate } from '../../altered-transport.ts';
import { type BridgeMutant, bent } from './bridge-mutant.ts';

/** A bridge that fills in null for a title that is left out. */
export const mutant: BridgeMutant = {
  breaks: 'N51',
  defect: 'Fills in null for the title of a session that an update leaves out.',
  pair: 'november:november',
  caughtBy: ['update.patches'],
  mayFollow: ['proxy.updates'],
  start: bent({
    client: () => ({
      received: (message) => [
        withUpdate(message, (update) =>
          update['sessionUpdate'] === 'session_info_update' ? { title: null, ...update } : update,
        ),
      ],
    }),
  }),
};

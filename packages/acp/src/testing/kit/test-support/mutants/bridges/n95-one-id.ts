import { withUpdate } from '../../altered-transport.ts';
import { type BridgeMutant, bent } from './bridge-mutant.ts';

/** A bridge that gives a thought and a message the same id. */
export const mutant: BridgeMutant = {
  breaks: 'N95',
  defect: 'Gives a thought and a message the same id.',
  pair: 'june:november',
  caughtBy: ['november.shared-ids'],
  start: bent({
    client: () => ({
      received: (message) => [
        withUpdate(message, (update) =>
          String(update['messageId']).startsWith('both') ? { ...update, messageId: 'both' } : update,
        ),
      ],
    }),
  }),
};

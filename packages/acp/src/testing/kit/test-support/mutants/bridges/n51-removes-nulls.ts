import { withUpdate } from '../../altered-transport.ts';
import { type BridgeMutant, bent } from './bridge-mutant.ts';

/** A bridge between the drafts that removes keys whose value is null. */
export const mutant: BridgeMutant = {
  breaks: 'N51',
  defect: 'Removes keys whose value is null from updates, between the drafts.',
  pair: 'november:june',
  caughtBy: ['update.patches'],
  mayFollow: ['november.cost'],
  start: bent({
    client: () => ({
      received: (message) => [
        withUpdate(message, (update) =>
          Object.fromEntries(Object.entries(update).filter(([, value]) => value !== null)),
        ),
      ],
    }),
  }),
};

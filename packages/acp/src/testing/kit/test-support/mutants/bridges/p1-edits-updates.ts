import { withUpdate } from '../../altered-transport.ts';
import { type BridgeMutant, bent } from './bridge-mutant.ts';

/** A bridge that changes updates although both sides speak alike. */
export const mutant: BridgeMutant = {
  breaks: 'P1',
  defect: 'Changes updates although both sides speak alike.',
  pair: 'june:june',
  caughtBy: ['proxy.updates'],
  start: bent({
    client: () => ({
      received: (message) => [
        withUpdate(message, (update) =>
          update['sessionUpdate'] === 'usage_update' ? { ...update, seen: true } : update,
        ),
      ],
    }),
  }),
};

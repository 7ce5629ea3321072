import { updateIn, withUpdate } from '../../altered-transport.ts';
import { type BridgeMutant, bent } from './bridge-mutant.ts';

/** A bridge that forgets the cost that was told before. */
export const mutant: BridgeMutant = {
  breaks: 'N100',
  defect: 'Forgets the cost that was told before.',
  pair: '1:november',
  caughtBy: ['november.cost'],
  start: bent({
    client: () => ({
      received: (message) => [
        updateIn(message)?.['used'] === 3 ? withUpdate(message, ({ cost: _, ...update }) => update) : message,
      ],
    }),
  }),
};

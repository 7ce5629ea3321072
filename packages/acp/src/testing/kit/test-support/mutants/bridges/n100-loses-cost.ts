import { withUpdate } from '../../altered-transport.ts';
import { type BridgeMutant, bent } from './bridge-mutant.ts';

/** A bridge that leaves out the cost of usage. */
export const mutant: BridgeMutant = {
  breaks: 'N100',
  defect: 'Leaves out the cost of usage.',
  pair: 'june:november',
  caughtBy: ['update.usage'],
  mayFollow: ['november.cost'],
  start: bent({ client: () => ({ received: (message) => [withUpdate(message, ({ cost: _, ...update }) => update)] }) }),
};

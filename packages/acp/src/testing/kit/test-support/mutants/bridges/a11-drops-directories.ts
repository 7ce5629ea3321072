import { withParams } from '../../altered-transport.ts';
import { type BridgeMutant, bent } from './bridge-mutant.ts';

/** A bridge that drops additional directories. */
export const mutant: BridgeMutant = {
  breaks: 'A11',
  defect: 'Drops additional directories.',
  pair: 'june:1',
  caughtBy: ['session.directories'],
  start: bent({
    agent: () => ({
      received: (message) => [withParams(message, ({ additionalDirectories: _, ...params }) => params)],
    }),
  }),
};

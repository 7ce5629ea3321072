import { type ClientMutant, endsOn, updateIn } from '../client-mutant.ts';

/** Ends when a message has a key that it does not know. */
export const b09EndsOnMeta: ClientMutant = {
  name: 'b09-ends-on-meta',
  breaks: 'B9',
  defect: 'Ends when a message has a key that it does not know.',
  dialects: ['june'],
  caughtBy: ['updates.unknown-keys'],
  make: () => endsOn((message) => updateIn(message)?.['emendCheck'] !== undefined),
};

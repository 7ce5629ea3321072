import { type ClientMutant, endsOn, updateIn } from '../client-mutant.ts';

/** Ends when a tool call has an unknown status. */
export const c24EndsOnUnknownValues: ClientMutant = {
  name: 'c24-ends-on-unknown-values',
  breaks: 'C24',
  defect: 'Ends when a tool call has an unknown status.',
  dialects: ['june', 'november'],
  caughtBy: ['updates.unknown-values'],
  make: () => endsOn((message) => String(updateIn(message)?.['status']).startsWith('_')),
};

import { type ClientMutant, endsOn, updateIn } from '../client-mutant.ts';

/** Ends when an update is of an unknown kind. */
export const b14EndsOnUnknownUpdates: ClientMutant = {
  name: 'b14-ends-on-unknown-updates',
  breaks: 'B14',
  defect: 'Ends when an update is of an unknown kind.',
  dialects: ['v1', 'june'],
  caughtBy: ['updates.unknown'],
  make: () => endsOn((message) => /emend_check/.test(String(updateIn(message)?.['sessionUpdate']))),
};

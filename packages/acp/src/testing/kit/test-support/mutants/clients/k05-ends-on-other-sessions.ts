import { type ClientMutant, endsOn, paramsOf } from '../client-mutant.ts';

/** Ends when an update is for a session that it has not opened. */
export const k05EndsOnOtherSessions: ClientMutant = {
  name: 'k05-ends-on-other-sessions',
  breaks: 'K5',
  defect: 'Ends when an update is for a session that it has not opened.',
  dialects: ['v1'],
  caughtBy: ['updates.unknown-session'],
  make: () => endsOn((message) => paramsOf(message)['sessionId'] === 'emend-check-of-others'),
};

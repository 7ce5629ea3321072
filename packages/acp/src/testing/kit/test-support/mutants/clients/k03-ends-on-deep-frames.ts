import { type ClientMutant, endsOn } from '../client-mutant.ts';

/** Ends when a message is nested too deep. */
export const k03EndsOnDeepFrames: ClientMutant = {
  name: 'k03-ends-on-deep-frames',
  breaks: 'K3',
  defect: 'Ends when a message is nested too deep.',
  dialects: ['june'],
  caughtBy: ['frames.deep'],
  make: () => endsOn((_, text) => text.includes('['.repeat(1_000))),
};

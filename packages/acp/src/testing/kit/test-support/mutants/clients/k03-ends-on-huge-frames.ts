import { type ClientMutant, endsOn } from '../client-mutant.ts';

/** Ends when a message is longer than a megabyte. */
export const k03EndsOnHugeFrames: ClientMutant = {
  name: 'k03-ends-on-huge-frames',
  breaks: 'K3',
  defect: 'Ends when a message is longer than a megabyte.',
  dialects: ['june'],
  caughtBy: ['frames.huge'],
  make: () => endsOn((_, text) => text.length > 1024 * 1024),
};

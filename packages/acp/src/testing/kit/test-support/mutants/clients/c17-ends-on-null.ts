import { type ClientMutant, endsOn, updateIn } from '../client-mutant.ts';

/** Ends when the content of a message is cleared. */
export const c17EndsOnNull: ClientMutant = {
  name: 'c17-ends-on-null',
  breaks: 'C17',
  defect: 'Ends when the content of a message is cleared.',
  dialects: ['june'],
  caughtBy: ['updates.known'],
  mayFollow: ['updates.unknown-keys', 'output.answers', 'load.replay'],
  make: () => endsOn((message) => updateIn(message)?.['content'] === null),
};

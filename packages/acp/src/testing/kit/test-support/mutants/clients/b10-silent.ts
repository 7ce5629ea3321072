import { badAnswer, type ClientMutant } from '../client-mutant.ts';

/** Does not answer requests that it does not know. */
export const b10Silent: ClientMutant = {
  name: 'b10-silent',
  breaks: 'B10',
  defect: 'Does not answer requests that it does not know.',
  dialects: ['v1', 'november'],
  caughtBy: ['requests.unknown-method'],
  isSilent: true,
  make: () => badAnswer(/^_?emend/, () => undefined),
};

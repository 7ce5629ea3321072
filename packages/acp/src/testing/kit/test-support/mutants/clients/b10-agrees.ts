import { badAnswer, type ClientMutant } from '../client-mutant.ts';

/** Answers requests that it does not know with a result. */
export const b10Agrees: ClientMutant = {
  name: 'b10-agrees',
  breaks: 'B10',
  defect: 'Answers requests that it does not know with a result.',
  dialects: ['v1', 'june', 'november'],
  caughtBy: ['requests.unknown-method'],
  make: () => badAnswer(/^_?emend/, ({ jsonrpc, id }) => ({ jsonrpc, id, result: {} })),
};

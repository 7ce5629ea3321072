import { badAnswer, type ClientMutant } from '../client-mutant.ts';

/** Writes files for the agent though it has not offered that. */
export const c01ServesUnoffered: ClientMutant = {
  name: 'c01-serves-unoffered',
  breaks: 'C1',
  defect: 'Writes files for the agent though it has not offered that.',
  dialects: ['v1'],
  caughtBy: ['requests.files'],
  make: () => badAnswer(/^fs\//, ({ jsonrpc, id }) => ({ jsonrpc, id, result: {} })),
};

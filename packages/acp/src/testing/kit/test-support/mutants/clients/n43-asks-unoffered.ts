import { badAnswer, type ClientMutant } from '../client-mutant.ts';

/** Answers questions for the user though it has not offered that. */
export const n43AsksUnoffered: ClientMutant = {
  name: 'n43-asks-unoffered',
  breaks: 'N43',
  defect: 'Answers questions for the user though it has not offered that.',
  dialects: ['november'],
  caughtBy: ['requests.elicitation'],
  make: () => badAnswer(/^elicitation/, ({ jsonrpc, id }) => ({ jsonrpc, id, result: { action: 'cancel' } })),
};

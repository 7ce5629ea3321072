import { type BridgeMutant, bent } from './bridge-mutant.ts';

/** A bridge that does not pass it when the agent withdraws a request. */
export const mutant: BridgeMutant = {
  breaks: 'B19',
  defect: 'Does not pass it when the agent withdraws a request.',
  pair: 'november:november',
  caughtBy: ['cancel.question'],
  start: bent({
    client: () => ({ received: (message) => (message['method'] === '$/cancel_request' ? [] : [message]) }),
  }),
};

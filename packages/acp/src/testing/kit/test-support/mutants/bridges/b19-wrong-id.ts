import { withParams } from '../../altered-transport.ts';
import { type BridgeMutant, bent } from './bridge-mutant.ts';

/** A bridge that passes $/cancel_request with an id that the agent does not know. */
export const mutant: BridgeMutant = {
  breaks: 'B19',
  defect: 'Passes $/cancel_request with an id that the agent does not know.',
  pair: 'june:november',
  caughtBy: ['cancel.request'],
  start: bent({
    agent: () => ({
      received: (message) => [
        message['method'] === '$/cancel_request'
          ? withParams(message, (params) => ({ ...params, requestId: 'other' }))
          : message,
      ],
    }),
  }),
};

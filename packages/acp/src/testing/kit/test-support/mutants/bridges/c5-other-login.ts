import { withParams } from '../../altered-transport.ts';
import { type BridgeMutant, bent } from './bridge-mutant.ts';

/** A bridge that logs in by a way that the client did not choose. */
export const mutant: BridgeMutant = {
  breaks: 'C5',
  defect: 'Logs in by a way that the client did not choose.',
  pair: 'june:november',
  caughtBy: ['session.login'],
  start: bent({
    agent: () => ({
      received: (message) => [
        message['method'] === 'auth/login' ? withParams(message, () => ({ methodId: 'other' })) : message,
      ],
    }),
  }),
};

import { updateIn, withParams } from '../../altered-transport.ts';
import { type BridgeMutant, bent } from './bridge-mutant.ts';

/** A bridge that sends every update to the first session. */
export const mutant: BridgeMutant = {
  breaks: 'A8',
  defect: 'Sends every update to the first session.',
  pair: '1:june',
  caughtBy: ['session.two'],
  start: bent({
    client: () => ({
      received: (message) => [
        withParams(message, (params) =>
          updateIn(message) !== undefined && params['sessionId'] === 'session-2'
            ? { ...params, sessionId: 'session-1' }
            : params,
        ),
      ],
    }),
  }),
};

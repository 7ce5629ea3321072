import { isObject } from '../../../../../protocol/reading/guard.ts';
import { type BridgeMutant, bent } from './bridge-mutant.ts';

/** A bridge that passes the code and the message of an error, and not its data. */
export const mutant: BridgeMutant = {
  breaks: 'B17',
  defect: 'Passes the code and the message of an error, and not its data.',
  pair: 'june:june',
  caughtBy: ['errors.passed'],
  start: bent({
    client: () => ({
      received(message) {
        if (!isObject(message['error'])) return [message];
        const { data: _, ...error } = message['error'];
        return [{ ...message, error }];
      },
    }),
  }),
};

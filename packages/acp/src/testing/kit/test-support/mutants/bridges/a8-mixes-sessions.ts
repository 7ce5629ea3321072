import { isObject } from '../../../../../protocol/reading/guard.ts';
import { type Alteration, updateIn, withParams } from '../../altered-transport.ts';
import { type BridgeMutant, bent } from './bridge-mutant.ts';

/** Sends every update to the session that was made first. */
function oneSession(): Alteration {
  let first: unknown;
  return {
    received(message) {
      const { result } = message;
      if (isObject(result)) first ??= result['sessionId'];
      const isTaken = updateIn(message) !== undefined && first !== undefined;
      return [isTaken ? withParams(message, (params) => ({ ...params, sessionId: first })) : message];
    },
  };
}

/** A bridge that sends every update to the first session. */
export const mutant: BridgeMutant = {
  breaks: 'A8',
  defect: 'Sends every update to the first session.',
  pair: '1:june',
  caughtBy: ['session.two'],
  mayFollow: ['prompt.two-sessions', 'cancel.one-of-two'],
  start: bent({ client: oneSession }),
};

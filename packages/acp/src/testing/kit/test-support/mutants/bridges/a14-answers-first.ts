import type { JsonObject } from '../../../../../protocol/reading/guard.ts';
import type { Alteration } from '../../altered-transport.ts';
import { type BridgeMutant, bent } from './bridge-mutant.ts';

/** Holds what is told of a session that is opened again until the answer is there. */
function answersFirst(): Alteration {
  let loading: unknown;
  const held: JsonObject[] = [];
  return {
    sent(message) {
      if (message['method'] === 'session/load') loading = message['id'];
      return [message];
    },
    received(message) {
      if (loading === undefined) return [message];
      if (message['method'] === undefined && message['id'] === loading) {
        loading = undefined;
        return [message, ...held.splice(0)];
      }
      held.push(message);
      return [];
    },
  };
}

/** A bridge that answers a load before it has told the session again. */
export const mutant: BridgeMutant = {
  breaks: 'A14',
  defect: 'Answers a load before it has told the session again.',
  pair: '1:june',
  caughtBy: ['session.replay'],
  start: bent({ client: answersFirst }),
};

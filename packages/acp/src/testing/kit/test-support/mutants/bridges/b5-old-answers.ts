import type { JsonObject } from '../../../../../protocol/reading/guard.ts';
import type { Alteration } from '../../altered-transport.ts';
import { type BridgeMutant, bent } from './bridge-mutant.ts';

/** Remembers the first answer for each id. */
function remembers(): Alteration {
  const given = new Map<unknown, JsonObject>();
  return {
    received(message) {
      if (message['method'] !== undefined || message['id'] === undefined) return [message];
      const first = given.get(message['id']) ?? message;
      given.set(message['id'], first);
      return [first];
    },
  };
}

/** A bridge that answers an id that is used again with the answer to the first request. */
export const mutant: BridgeMutant = {
  breaks: 'B5',
  defect: 'Answers an id that is used again with the answer to the first request.',
  pair: '1:november',
  caughtBy: ['ids.reused'],
  start: bent({ client: remembers }),
};

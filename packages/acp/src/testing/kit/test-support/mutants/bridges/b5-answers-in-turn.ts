import type { Alteration } from '../../altered-transport.ts';
import { type BridgeMutant, bent } from './bridge-mutant.ts';

/** Takes the first answer for that of the first request. */
function inTurn(): Alteration {
  const open: unknown[] = [];
  return {
    sent(message) {
      if (message['method'] === 'session/new') open.push(message['id']);
      return [message];
    },
    received(message) {
      if (message['method'] !== undefined || !open.includes(message['id'])) return [message];
      return [{ ...message, id: open.shift() }];
    },
  };
}

/** A bridge that gives answers to requests in the order of the requests. */
export const mutant: BridgeMutant = {
  breaks: 'B5',
  defect: 'Gives answers to requests in the order of the requests.',
  pair: '1:november',
  caughtBy: ['ids.reversed'],
  start: bent({ client: inTurn }),
};

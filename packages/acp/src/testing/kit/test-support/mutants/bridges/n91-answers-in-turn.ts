import type { Alteration } from '../../altered-transport.ts';
import { type BridgeMutant, bent } from './bridge-mutant.ts';

/** Takes the first end of a turn for that of the first prompt, whatever the session. */
function inTurn(): Alteration {
  const open: unknown[] = [];
  return {
    sent(message) {
      if (message['method'] === 'session/prompt') open.push(message['id']);
      return [message];
    },
    received(message) {
      if (message['method'] !== undefined || !open.includes(message['id'])) return [message];
      return [{ ...message, id: open.shift() }];
    },
  };
}

/** A bridge that knows no sessions when a turn ends, and answers the prompt that is open longest. */
export const mutant: BridgeMutant = {
  breaks: 'N91',
  defect: 'Answers the prompt that is open longest when a turn ends, whatever its session.',
  pair: 'june:november',
  caughtBy: ['prompt.two-sessions'],
  start: bent({ client: inTurn }),
};

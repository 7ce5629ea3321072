import { type Alteration, updateIn } from '../../altered-transport.ts';
import { type BridgeMutant, bent } from './bridge-mutant.ts';

/** Passes updates only while a prompt is open. */
function onlyInTurns(): Alteration {
  const open = new Set<unknown>();
  return {
    sent(message) {
      if (message['method'] === 'session/prompt' || message['method'] === 'session/load') open.add(message['id']);
      return [message];
    },
    received(message) {
      if (message['method'] === undefined) open.delete(message['id']);
      return updateIn(message) !== undefined && open.size === 0 ? [] : [message];
    },
  };
}

/** A bridge that drops what the agent tells when no turn runs. */
export const mutant: BridgeMutant = {
  breaks: 'P1',
  defect: 'Drops what the agent tells when no turn runs.',
  pair: 'june:1',
  caughtBy: ['losses.between-turns'],
  start: bent({ client: onlyInTurns }),
};

import type { JsonObject } from '../../../../../protocol/reading/guard.ts';
import { type Alteration, updateIn } from '../../altered-transport.ts';
import { type BridgeMutant, bent } from './bridge-mutant.ts';

/** Takes one prompt for a session until its turn has ended. */
function onePrompt(): Alteration {
  let running: unknown;
  return {
    sent(message) {
      if (message['method'] !== 'session/prompt') return [message];
      const { sessionId } = message['params'] as JsonObject;
      if (running === sessionId) return [];
      running = sessionId;
      return [message];
    },
    received(message) {
      if (updateIn(message)?.['state'] === 'idle') running = undefined;
      return [message];
    },
  };
}

/** A bridge that loses a prompt that comes while another is under way. */
export const mutant: BridgeMutant = {
  breaks: 'N112',
  defect: 'Loses a prompt that comes while another is under way.',
  pair: 'november:1',
  caughtBy: ['november.two-prompts'],
  mayFollow: ['errors.malformed'],
  start: bent({ client: onePrompt }),
};

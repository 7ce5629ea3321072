import type { JsonObject } from '../../../../../protocol/reading/guard.ts';
import { type Alteration, updateIn } from '../../altered-transport.ts';
import { type BridgeMutant, bent } from './bridge-mutant.ts';

/** Holds every update until another message follows. */
function lateUpdates(): Alteration {
  const held: JsonObject[] = [];
  return {
    received(message) {
      if (updateIn(message) === undefined) return [message, ...held.splice(0)];
      held.push(message);
      return held.length > 1 ? held.splice(0, 1) : [];
    },
  };
}

/** A bridge that lets the answer to a prompt overtake the update before it. */
export const mutant: BridgeMutant = {
  breaks: 'A35',
  defect: 'Lets the answer to a prompt overtake the update before it.',
  pair: 'june:1',
  caughtBy: ['prompt.order'],
  mayFollow: [
    'prompt.two-sessions',
    'cancel.one-of-two',
    'cancel.turn',
    'cancel.question',
    'cancel.permission',
    'update.messages',
    'update.valid',
    'update.message-ids',
    'session.replay',
    'session.two',
    'prompt.fails',
    'losses.meta',
    'losses.unknown-update',
    'errors.malformed-update',
    'frames.noise-of-agent',
    'losses.whole-message',
    'losses.tool-content',
    'update.usage',
    'permission.asked',
    'ends.client-leaves-question',
  ],
  start: bent({ client: lateUpdates }),
};

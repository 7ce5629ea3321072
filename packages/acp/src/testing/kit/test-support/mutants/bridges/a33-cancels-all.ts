import type { JsonObject } from '../../../../../protocol/reading/guard.ts';
import { type Alteration, withParams } from '../../altered-transport.ts';
import { type BridgeMutant, bent } from './bridge-mutant.ts';

/** Cancels in every session that has had a prompt. */
function everywhere(): Alteration {
  const sessions = new Set<unknown>();
  const sessionOf = ({ params }: JsonObject) => (params as JsonObject | undefined)?.['sessionId'];
  return {
    sent(message) {
      if (message['method'] === 'session/prompt') sessions.add(sessionOf(message));
      if (message['method'] !== 'session/cancel') return [message];
      sessions.add(sessionOf(message));
      return [...sessions].map((sessionId) => withParams(message, (params) => ({ ...params, sessionId })));
    },
  };
}

/** A bridge that cancels every session when one is cancelled. */
export const mutant: BridgeMutant = {
  breaks: 'A33',
  defect: 'Cancels every session when one is cancelled.',
  pair: '1:june',
  caughtBy: ['cancel.one-of-two'],
  start: bent({ client: everywhere }),
};

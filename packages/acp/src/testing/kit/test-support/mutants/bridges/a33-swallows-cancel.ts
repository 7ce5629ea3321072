import { type BridgeMutant, bent } from './bridge-mutant.ts';

/** A bridge that does not pass session/cancel. */
export const mutant: BridgeMutant = {
  breaks: 'A33',
  defect: 'Does not pass session/cancel.',
  pair: 'june:1',
  caughtBy: ['cancel.turn'],
  mayFollow: ['cancel.one-of-two'],
  start: bent({ agent: () => ({ received: (message) => (message['method'] === 'session/cancel' ? [] : [message]) }) }),
};

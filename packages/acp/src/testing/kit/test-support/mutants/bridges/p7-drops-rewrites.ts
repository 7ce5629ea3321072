import { updateIn } from '../../altered-transport.ts';
import { type BridgeMutant, bent } from './bridge-mutant.ts';

/** A bridge that drops messages that the agent sends as a whole. */
export const mutant: BridgeMutant = {
  breaks: 'P7',
  defect: 'Drops messages that the agent sends as a whole.',
  pair: '1:june',
  caughtBy: ['losses.whole-message'],
  mayFollow: ['losses.unknown-content'],
  start: bent({
    agent: () => ({ sent: (message) => (updateIn(message)?.['sessionUpdate'] === 'agent_message' ? [] : [message]) }),
  }),
};

import { updateIn } from '../../altered-transport.ts';
import { type BridgeMutant, bent } from './bridge-mutant.ts';

/** A bridge that drops the thoughts of the agent. */
export const mutant: BridgeMutant = {
  breaks: 'P1',
  defect: 'Drops the thoughts of the agent.',
  pair: '1:november',
  caughtBy: ['update.messages'],
  mayFollow: ['prompt.order', 'november.shared-ids'],
  start: bent({
    client: () => ({
      received: (message) => (updateIn(message)?.['sessionUpdate'] === 'agent_thought_chunk' ? [] : [message]),
    }),
  }),
};

import { updateIn } from '../../altered-transport.ts';
import { type BridgeMutant, bent } from './bridge-mutant.ts';

/** A bridge that drops tool content that comes in pieces. */
export const mutant: BridgeMutant = {
  breaks: 'P8',
  defect: 'Drops tool content that comes in pieces.',
  pair: '1:november',
  caughtBy: ['losses.tool-content'],
  start: bent({
    agent: () => ({
      sent: (message) => (updateIn(message)?.['sessionUpdate'] === 'tool_call_content_chunk' ? [] : [message]),
    }),
  }),
};

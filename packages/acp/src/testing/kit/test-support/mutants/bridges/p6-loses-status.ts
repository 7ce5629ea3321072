import { updateIn, withUpdate } from '../../altered-transport.ts';
import { type BridgeMutant, bent } from './bridge-mutant.ts';

/** A bridge that does not pass the last status of a tool call. */
export const mutant: BridgeMutant = {
  breaks: 'P6',
  defect: 'Does not pass the last status of a tool call.',
  pair: '1:june',
  caughtBy: ['update.tool-call'],
  start: bent({
    client: () => ({
      received: (message) =>
        updateIn(message)?.['status'] === 'completed' && updateIn(message)?.['toolCallId'] === 'call-1'
          ? [withUpdate(message, ({ status: _, ...rest }) => rest)]
          : [message],
    }),
  }),
};

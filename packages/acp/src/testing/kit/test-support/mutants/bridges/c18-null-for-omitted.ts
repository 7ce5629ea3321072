import { withUpdate } from '../../altered-transport.ts';
import { type BridgeMutant, bent } from './bridge-mutant.ts';

/** A bridge that fills in null for what a change of a tool call leaves out. */
export const mutant: BridgeMutant = {
  breaks: 'C18',
  defect: 'Fills in null for what a change of a tool call leaves out.',
  pair: 'june:november',
  caughtBy: ['update.patches'],
  mayFollow: ['proxy.updates', 'update.tool-call', 'losses.tool-content'],
  start: bent({
    client: () => ({
      received: (message) => [
        withUpdate(message, (update) =>
          update['sessionUpdate'] === 'tool_call_update' ? { content: null, locations: null, ...update } : update,
        ),
      ],
    }),
  }),
};

import { withUpdate } from '../../altered-transport.ts';
import { type BridgeMutant, bent } from './bridge-mutant.ts';

/** A bridge that passes tool calls to a client of June as v1 has them. */
export const mutant: BridgeMutant = {
  breaks: 'T1',
  defect: 'Passes tool calls to a client of June as v1 has them.',
  pair: 'june:1',
  caughtBy: ['update.valid', 'update.tool-call'],
  start: bent({
    client: () => ({
      received: (message) => [
        withUpdate(message, (update) =>
          update['sessionUpdate'] === 'tool_call_update' && update['title'] !== undefined
            ? { ...update, sessionUpdate: 'tool_call' }
            : update,
        ),
      ],
    }),
  }),
};

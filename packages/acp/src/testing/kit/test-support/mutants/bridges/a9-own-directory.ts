import { withParams } from '../../altered-transport.ts';
import { type BridgeMutant, bent } from './bridge-mutant.ts';

/** A bridge that starts every session in its own directory. */
export const mutant: BridgeMutant = {
  breaks: 'A9',
  defect: 'Starts every session in its own directory.',
  pair: 'june:november',
  caughtBy: ['session.new'],
  start: bent({
    agent: () => ({
      received: (message) => [
        message['method'] === 'session/new' ? withParams(message, (params) => ({ ...params, cwd: '/' })) : message,
      ],
    }),
  }),
};

import { type BridgeMutant, bent } from './bridge-mutant.ts';

/** A bridge that opens a session that is resumed by loading it. */
export const mutant: BridgeMutant = {
  breaks: 'A16',
  defect: 'Opens a session that is resumed by loading it.',
  pair: '1:june',
  caughtBy: ['session.resume'],
  start: bent({
    agent: () => ({
      received: (message) => [
        message['method'] === 'session/resume' ? { ...message, method: 'session/load' } : message,
      ],
    }),
  }),
};

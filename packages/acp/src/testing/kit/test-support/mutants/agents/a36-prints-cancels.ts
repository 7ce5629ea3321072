import { type AgentMutant, everywhere } from '../agent-mutant.ts';

/** Prints to standard output that a turn is cancelled. */
export const a36PrintsCancels: AgentMutant = {
  name: 'a36-prints-cancels',
  breaks: 'A36',
  defect: 'Prints to standard output that a turn is cancelled.',
  dialects: everywhere,
  caughtBy: ['output.clean'],
  make: () => ({
    fromClient(message, wire) {
      if (message['method'] === 'session/cancel') wire.toClient('cancelled by the user');
      wire.toAgent(message);
    },
  }),
};

import { type AgentMutant, everywhere } from '../agent-mutant.ts';

/** Prints to standard output what belongs into a log. */
export const a36Prints: AgentMutant = {
  name: 'a36-prints',
  breaks: 'A36',
  defect: 'Prints to standard output what belongs into a log.',
  dialects: everywhere,
  caughtBy: ['output.clean'],
  make: () => ({
    fromAgent(message, wire) {
      if (wire.requestOf(message)?.['method'] === 'session/prompt') wire.toClient('[info] a prompt was answered');
      wire.toClient(message);
    },
  }),
};

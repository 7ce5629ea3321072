import { type AgentMutant, everywhere } from '../agent-mutant.ts';

/** Does not answer a request whose id is 0. */
export const b05NoZero: AgentMutant = {
  name: 'b05-no-zero',
  breaks: 'B5',
  defect: 'Does not answer a request whose id is 0.',
  dialects: everywhere,
  caughtBy: ['output.ids'],
  isSilent: true,
  make: () => ({
    fromAgent(message, wire) {
      if (message['id'] !== 0 || 'method' in message) wire.toClient(message);
    },
  }),
};

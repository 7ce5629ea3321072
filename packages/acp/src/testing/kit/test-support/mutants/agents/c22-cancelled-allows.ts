import { type AgentMutant, everywhere } from '../agent-mutant.ts';

/** Takes a question that was not answered for a permission. */
export const c22CancelledAllows: AgentMutant = {
  name: 'c22-cancelled-allows',
  breaks: 'C22',
  defect: 'Takes a question that was not answered for a permission.',
  dialects: everywhere,
  caughtBy: ['permission.cancelled'],
  make: () => ({
    fromClient(message, wire) {
      const isCancelled = JSON.stringify(message['result'] ?? {}).includes('cancelled');
      const result = { outcome: { outcome: 'selected', optionId: 'allow' } };
      wire.toAgent(isCancelled ? { ...message, result } : message);
    },
  }),
};

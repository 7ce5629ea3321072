import type { AgentMutant } from '../agent-mutant.ts';

/** Takes an option that it has not offered for a permission. */
export const b14AnyOptionAllows: AgentMutant = {
  name: 'b14-any-option-allows',
  breaks: 'B14',
  defect: 'Takes an option that it has not offered for a permission.',
  dialects: ['june', 'november'],
  caughtBy: ['permission.unknown-option'],
  make: () => ({
    fromClient(message, wire) {
      const isUnknown = JSON.stringify(message['result'] ?? {}).includes('emend-check-not-offered');
      const result = { outcome: { outcome: 'selected', optionId: 'allow' } };
      wire.toAgent(isUnknown ? { ...message, result } : message);
    },
  }),
};

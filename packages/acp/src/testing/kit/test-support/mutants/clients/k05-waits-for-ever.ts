import type { ClientMutant } from '../client-mutant.ts';

/** Does not notice that its agent has ended. */
export const k05WaitsForEver: ClientMutant = {
  name: 'k05-waits-for-ever',
  breaks: 'K5',
  defect: 'Does not notice that its agent has ended.',
  dialects: ['june'],
  caughtBy: ['end.agent-dies', 'end.agent-dies-early'],
  isSilent: true,
  make: () => ({ ignoresEnd: true }),
};

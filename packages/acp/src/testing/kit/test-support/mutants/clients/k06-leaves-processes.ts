import type { ClientMutant } from '../client-mutant.ts';

/** Leaves processes behind. */
export const k06LeavesProcesses: ClientMutant = {
  name: 'k06-leaves-processes',
  breaks: 'K6',
  defect: 'Leaves processes behind.',
  dialects: ['v1'],
  caughtBy: ['end.closes'],
  make: () => ({ leavesProcesses: true }),
};

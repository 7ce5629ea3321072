import { type AgentMutant, everywhere } from '../agent-mutant.ts';

/** Leaves a process behind that it has started. */
export const k06LeavesProcesses: AgentMutant = {
  name: 'k06-leaves-processes',
  breaks: 'K6',
  defect: 'Leaves a process behind that it has started.',
  dialects: everywhere,
  caughtBy: ['output.no-processes'],
  make: () => ({ leavesProcesses: true }),
};

import { type AgentMutant, everywhere } from '../agent-mutant.ts';

/** Does not end when its input ends. */
export const k01Stays: AgentMutant = {
  name: 'k01-stays',
  breaks: 'K1',
  defect: 'Does not end when its input ends.',
  dialects: everywhere,
  caughtBy: ['output.exit'],
  make: () => ({ exit: { code: undefined, signal: 'SIGTERM' } }),
};

import { type AgentMutant, badReading, everywhere } from '../agent-mutant.ts';

/** Makes a session whatever the working directory is. */
export const b14TakesAnything: AgentMutant = {
  name: 'b14-takes-anything',
  breaks: 'B14',
  defect: 'Makes a session whatever the working directory is.',
  dialects: everywhere,
  caughtBy: ['session.missing-cwd'],
  mayFollow: ['errors.no-params'],
  make: () =>
    badReading('session/new', (params) => (typeof params['cwd'] === 'string' ? params : { ...params, cwd: '/work' })),
};

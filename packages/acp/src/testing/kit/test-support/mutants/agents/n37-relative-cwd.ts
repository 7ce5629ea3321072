import { type AgentMutant, badReading } from '../agent-mutant.ts';

/** Takes a working directory that is not absolute. */
export const n37RelativeCwd: AgentMutant = {
  name: 'n37-relative-cwd',
  breaks: 'N37',
  defect: 'Takes a working directory that is not absolute.',
  dialects: ['november'],
  caughtBy: ['session.relative-cwd'],
  make: () =>
    badReading('session/new', (params) => (params['cwd'] === 'not/absolute' ? { ...params, cwd: '/work' } : params)),
};

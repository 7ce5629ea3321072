import { isObject } from '../../../../../protocol/reading/guard.ts';
import { type AgentMutant, badResult, everywhere } from '../agent-mutant.ts';

/** Lists every session with the directory in which the agent was started. */
export const a09OwnDirectory: AgentMutant = {
  name: 'a09-own-directory',
  breaks: 'A9',
  defect: 'Lists every session with the directory in which the agent was started.',
  dialects: everywhere,
  caughtBy: ['list.cwd'],
  make: () =>
    badResult('session/list', (result) => ({
      ...result,
      sessions: Array.isArray(result['sessions'])
        ? result['sessions'].map((entry) => (isObject(entry) ? { ...entry, cwd: '/elsewhere' } : entry))
        : [],
    })),
};

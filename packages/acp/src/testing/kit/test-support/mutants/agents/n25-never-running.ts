import { type AgentMutant, badUpdate } from '../agent-mutant.ts';

/** Does not tell that it runs. */
export const n25NeverRunning: AgentMutant = {
  name: 'n25-never-running',
  breaks: 'N25',
  defect: 'Does not tell that it runs.',
  dialects: ['november'],
  caughtBy: ['states.running'],
  mayFollow: ['states.requires-action'],
  make: () => badUpdate((update) => (update['state'] === 'running' ? undefined : update)),
};

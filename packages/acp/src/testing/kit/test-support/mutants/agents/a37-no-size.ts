import { type AgentMutant, badUpdate } from '../agent-mutant.ts';

/** Tells what is used without how much there is. */
export const a37NoSize: AgentMutant = {
  name: 'a37-no-size',
  breaks: 'A37',
  defect: 'Tells what is used without how much there is.',
  dialects: ['june', 'november'],
  caughtBy: ['usage.numbers'],
  mayFollow: ['prompt.valid'],
  make: () => badUpdate((update) => (update['sessionUpdate'] === 'usage_update' ? { ...update, size: null } : update)),
};

import { type AgentMutant, badReading } from '../agent-mutant.ts';

/** Drops further directories instead of refusing them. */
export const a11DropsDirectories: AgentMutant = {
  name: 'a11-drops-directories',
  breaks: 'A11',
  defect: 'Drops further directories instead of refusing them.',
  dialects: ['june', 'november'],
  caughtBy: ['session.relative-directories'],
  make: () => badReading('session/new', ({ additionalDirectories: _, ...params }) => params),
};

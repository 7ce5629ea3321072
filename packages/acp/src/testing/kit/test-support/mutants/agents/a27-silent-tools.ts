import { type AgentMutant, badUpdate, everywhere } from '../agent-mutant.ts';

/** Uses tools without a report. */
export const a27SilentTools: AgentMutant = {
  name: 'a27-silent-tools',
  breaks: 'A27',
  defect: 'Uses tools without a report.',
  dialects: everywhere,
  caughtBy: ['tools.reported'],
  make: () => badUpdate((update) => (String(update['sessionUpdate']).startsWith('tool_call') ? undefined : update)),
};

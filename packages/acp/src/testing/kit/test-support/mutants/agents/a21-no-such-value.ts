import type { JsonObject } from '../../../../../protocol/reading/guard.ts';
import { type AgentMutant, badResult, everywhere } from '../agent-mutant.ts';

/** Says that the current value of an option is one that it does not have. */
export const a21NoSuchValue: AgentMutant = {
  name: 'a21-no-such-value',
  breaks: 'A21',
  defect: 'Says that the current value of an option is one that it does not have.',
  dialects: everywhere,
  caughtBy: ['options.current'],
  mayFollow: ['options.wrong-value'],
  make: () =>
    badResult('session/new', (result) => ({
      ...result,
      configOptions: (result['configOptions'] as JsonObject[]).map((option) => ({ ...option, currentValue: 'other' })),
    })),
};

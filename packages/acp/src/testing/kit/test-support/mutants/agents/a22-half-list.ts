import type { JsonObject } from '../../../../../protocol/reading/guard.ts';
import { type AgentMutant, badResult, everywhere } from '../agent-mutant.ts';

/** Answers the setting of an option with that option alone. */
export const a22HalfList: AgentMutant = {
  name: 'a22-half-list',
  breaks: 'A22',
  defect: 'Answers the setting of an option with that option alone.',
  dialects: everywhere,
  caughtBy: ['options.set'],
  make: () =>
    badResult('session/set_config_option', (result) => ({
      ...result,
      configOptions: (result['configOptions'] as JsonObject[]).slice(0, 1),
    })),
};

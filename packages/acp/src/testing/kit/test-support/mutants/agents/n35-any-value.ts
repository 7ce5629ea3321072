import { type AgentMutant, badReading } from '../agent-mutant.ts';

/** Takes a value that an option does not have. */
export const n35AnyValue: AgentMutant = {
  name: 'n35-any-value',
  breaks: 'N35',
  defect: 'Takes a value that an option does not have.',
  dialects: ['november'],
  caughtBy: ['options.wrong-value'],
  make: () =>
    badReading('session/set_config_option', (params) =>
      String(params['value']).startsWith('emend-check') ? { ...params, value: 'large' } : params,
    ),
};

import { type AgentMutant, badReading, everywhere } from '../agent-mutant.ts';

/** Answers the setting of an option with the old value. */
export const a22KeepsOldValue: AgentMutant = {
  name: 'a22-keeps-old-value',
  breaks: 'A22',
  defect: 'Answers the setting of an option with the old value.',
  dialects: everywhere,
  caughtBy: ['options.set'],
  make: () =>
    badReading('session/set_config_option', (params) =>
      params['value'] === 'large' ? { ...params, value: 'small' } : params,
    ),
};

import { type AgentMutant, badReading } from '../agent-mutant.ts';

/** Takes the value of an option without its type. */
export const n35NoType: AgentMutant = {
  name: 'n35-no-type',
  breaks: 'N35',
  defect: 'Takes the value of an option without its type.',
  dialects: ['november'],
  caughtBy: ['options.typed'],
  make: () => badReading('session/set_config_option', (params) => ({ type: 'id', ...params })),
};

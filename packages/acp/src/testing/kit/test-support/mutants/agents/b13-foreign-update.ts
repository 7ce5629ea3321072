import { type AgentMutant, badUpdate } from '../agent-mutant.ts';

/** Sends an update of another dialect. */
export const b13ForeignUpdate: AgentMutant = {
  name: 'b13-foreign-update',
  breaks: 'B13',
  defect: 'Sends an update of another dialect.',
  dialects: ['june', 'november'],
  caughtBy: ['prompt.own-words'],
  mayFollow: ['plans.whole', 'prompt.valid'],
  make: () =>
    badUpdate((update) =>
      update['sessionUpdate'] === 'plan_update' ? { sessionUpdate: 'plan', entries: [] } : update,
    ),
};

import { type AgentMutant, badUpdate } from '../agent-mutant.ts';

/** Sets an empty title. */
export const n44EmptyTitle: AgentMutant = {
  name: 'n44-empty-title',
  breaks: 'N44',
  defect: 'Sets an empty title.',
  dialects: ['november'],
  caughtBy: ['title.not-empty'],
  mayFollow: ['prompt.valid'],
  make: () =>
    badUpdate((update) => (update['sessionUpdate'] === 'session_info_update' ? { ...update, title: '' } : update)),
};

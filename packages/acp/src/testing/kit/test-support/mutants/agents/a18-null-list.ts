import { type AgentMutant, badResult } from '../agent-mutant.ts';

/** Has null for an empty list of sessions. */
export const a18NullList: AgentMutant = {
  name: 'a18-null-list',
  breaks: 'A18',
  defect: 'Has null for an empty list of sessions.',
  dialects: ['v1', 'june'],
  caughtBy: ['list.complete'],
  mayFollow: ['list.valid', 'list.none', 'delete.gone'],
  make: () => badResult('session/list', (result) => ({ ...result, sessions: null })),
};

import { type AgentMutant, badReading, badResult } from '../agent-mutant.ts';

/** Gives a next cursor for ever. */
export const a19EndlessList: AgentMutant = {
  name: 'a19-endless-list',
  breaks: 'A19',
  defect: 'Gives a next cursor for ever.',
  dialects: ['june', 'november'],
  caughtBy: ['list.complete'],
  mayFollow: ['delete.gone'],
  make: () => ({
    ...badResult('session/list', (result) => ({ ...result, nextCursor: 'next' })),
    ...badReading('session/list', ({ cursor: _, ...params }) => params),
  }),
};
